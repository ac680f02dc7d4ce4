/** A part of a text: in both texts, or only in this one. */
export interface TextPart {
  text: string
  isOwn: boolean
}

/** More words than this are not compared: the time grows with their product. */
const MAX_WORDS = 1500

/** A text in parts, those marked that another text does not have; undefined where the texts are too long. */
export function wordDifferences(text: string, other: string): TextPart[] | undefined {
  const [own, others] = [wordsOf(text), wordsOf(other)]
  if (own.length > MAX_WORDS || others.length > MAX_WORDS) return undefined
  const common = lengthsOfCommon(own, others)
  const width = others.length + 1
  const parts: TextPart[] = []
  let [at, there] = [0, 0]
  while (at < own.length) {
    const word = own[at] ?? ''
    const isSame = word === others[there]
    const isOwn =
      !isSame &&
      (there === others.length ||
        (common[(at + 1) * width + there] ?? 0) >= (common[at * width + there + 1] ?? 0))
    if (isSame || isOwn) {
      push(parts, word, isOwn)
      at += 1
    }
    if (!isOwn) there += 1
  }
  return parts
}

/** Words, each with the blanks behind it. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/gu) ?? []
}

function push(parts: TextPart[], text: string, isOwn: boolean) {
  const last = parts.at(-1)
  if (last?.isOwn === isOwn) last.text += text
  else parts.push({ text, isOwn })
}

/** How many words are common from each place of one list and of the other to their ends. */
function lengthsOfCommon(own: readonly string[], others: readonly string[]): Uint16Array {
  const width = others.length + 1
  const common = new Uint16Array((own.length + 1) * width)
  for (let at = own.length - 1; at >= 0; at -= 1)
    for (let there = others.length - 1; there >= 0; there -= 1)
      common[at * width + there] =
        own[at] === others[there]
          ? (common[(at + 1) * width + there + 1] ?? 0) + 1
          : Math.max(common[(at + 1) * width + there] ?? 0, common[at * width + there + 1] ?? 0)
  return common
}

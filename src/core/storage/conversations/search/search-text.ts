/**
 * A text as it is searched: case, accents and ways of writing the same letter make no difference
 * ("É", "é" and a fullwidth "Ｅ" are "e"). Marks that make another letter, as in Japanese, stay.
 */
export function foldText(text: string): string {
  if (/^[\0-\u007F]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
}

/** The place in a text, as written, of the place `at` in the folded text; out by a letter at most. */
export function unfoldedPlace(text: string, folded: string, at: number): number {
  if (text.length === folded.length) return at
  let [low, high] = [0, text.length]
  let before = 0
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    const size = before + foldText(text.slice(low, middle)).length
    if (size > at) {
      high = middle
      continue
    }
    low = middle
    before = size
  }
  return low
}

/** A text, and the same as it is searched. */
export interface SearchText {
  text: string
  folded: string
}

const BEFORE = 24
const LENGTH = 120

/** The words of a query, folded: case and accents do not count. */
export function queryWords(query: string): string[] {
  return foldText(query).split(/\s+/).filter(Boolean)
}

/** The place in a text where the first word stands, on one line; undefined unless every word is there. */
export function excerptOf(
  { text, folded }: SearchText,
  words: readonly string[],
): string | undefined {
  const [first] = words
  if (first === undefined || !words.every((word) => folded.includes(word))) return undefined
  const from = Math.max(0, unfoldedPlace(text, folded, folded.indexOf(first)) - BEFORE)
  const piece = text
    .slice(from, from + LENGTH)
    .replace(/\s+/g, ' ')
    .trim()
  return from === 0 ? piece : `…${piece}`
}

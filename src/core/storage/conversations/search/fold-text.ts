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

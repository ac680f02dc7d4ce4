import { foldText, unfoldedPlace } from './fold-text.ts'

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

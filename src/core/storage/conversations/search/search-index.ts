import { inParallel } from '../../db/open-database.ts'

/**
 * What tells quickly whether a conversation may hold some words. Every change of its messages replaces it
 * in the same transaction by one without a filter: what is stored is never older than the messages.
 */
export interface SearchIndexRecord {
  conversationId: string
  /** Another one after every change. */
  revision: string
  /** See `gram-filter.ts`; absent until the messages have been read again. */
  filter?: Uint8Array
}

/** The key of a record: a conversation's id and the revision. */
export type SearchIndexKey = [conversationId: string, revision: string]

/** As much of the store as is needed to change it within a transaction of others. */
interface SearchIndexStore {
  delete(keys: IDBKeyRange): Promise<void>
  put(record: SearchIndexRecord): Promise<unknown>
}

/** Every revision of a conversation; there is one at most. */
export function revisionsOf(conversationId: string): IDBKeyRange {
  return IDBKeyRange.bound([conversationId], [conversationId, []])
}

/** Says that the messages of a conversation have changed, in the transaction that changes them. */
export async function resetIndex(store: SearchIndexStore, conversationId: string): Promise<void> {
  await inParallel([
    () => store.delete(revisionsOf(conversationId)),
    () => store.put({ conversationId, revision: crypto.randomUUID() }),
  ])
}

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

import { isSettled } from '../contract/chat/answer-phase.ts'
import { messageText } from '../contract/chat/messages.ts'
import type { Conversation, MessageRecord } from './conversation.ts'
import { database } from './database.ts'

/** What was said in a conversation, as it is searched. */
interface SearchText {
  text: string
  updatedAt: number
  /** An answer was still growing when this was read. */
  growing: boolean
}

/** Conversations read in one go; between two the page can do something else. */
const BATCH = 50

const known = new Map<string, SearchText>()

/**
 * Looks for words in what was said: for each conversation that holds all of them, an excerpt.
 * `onFound` is called with everything found so far, after each batch; `signal` ends the search.
 * Texts are read once and kept, so that the next letter typed costs no reading.
 */
export async function searchMessages(
  conversations: readonly Conversation[],
  query: string,
  signal: AbortSignal,
  onFound: (excerpts: ReadonlyMap<string, string>) => void,
): Promise<void> {
  const words = queryWords(query)
  const found = new Map<string, string>()
  for (let start = 0; start < conversations.length; start += BATCH) {
    const batch = conversations.slice(start, start + BATCH)
    await readTexts(batch)
    if (signal.aborted) return
    for (const { id } of batch) {
      const excerpt = excerptOf(known.get(id)?.text ?? '', words)
      if (excerpt !== undefined) found.set(id, excerpt)
    }
    onFound(new Map(found))
  }
}

/** The words of a query; case does not count. */
export function queryWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

const BEFORE = 24
const LENGTH = 120

/** The place in a text where a word stands, on one line; undefined unless every word is there. */
export function excerptOf(text: string, words: readonly string[]): string | undefined {
  const searched = text.toLowerCase()
  const [first] = words
  if (first === undefined || !words.every((word) => searched.includes(word))) return undefined
  const from = Math.max(0, searched.indexOf(first) - BEFORE)
  const piece = text
    .slice(from, from + LENGTH)
    .replace(/\s+/g, ' ')
    .trim()
  return from === 0 ? piece : `…${piece}`
}

async function readTexts(conversations: readonly Conversation[]): Promise<void> {
  const stale = conversations.filter(({ id, updatedAt }) => {
    const text = known.get(id)
    return text === undefined || text.growing || text.updatedAt !== updatedAt
  })
  if (stale.length === 0) return
  const db = await database()
  const index = db.transaction('messages').store.index('by-conversation')
  const read = stale.map(async ({ id, updatedAt }) => {
    const records = await index.getAll(id)
    known.set(id, { ...textOf(records), updatedAt })
  })
  await Promise.all(read)
}

function textOf(records: readonly MessageRecord[]): Pick<SearchText, 'text' | 'growing'> {
  const texts = records
    .toSorted((a, b) => a.position - b.position)
    .flatMap((record) =>
      record.kind === 'written'
        ? [messageText(record.message)]
        : record.versions.flatMap(({ answer }) => answer.choices.map(({ content }) => content)),
    )
  const growing = records.some(
    (record) =>
      record.kind === 'answer' && record.versions.some(({ answer }) => !isSettled(answer.phase)),
  )
  return { text: texts.join('\n'), growing }
}

import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import { messageText } from '../../../../contract/chat/messages.ts'
import { database } from '../db/database.ts'
import { inline } from './blob-strings.ts'
import type { Conversation, MessageRecord } from './conversation.ts'
import { subscribeConversations } from './conversations.ts'

/** What was said in a conversation, as it is searched. */
interface SearchText {
  text: string
  updatedAt: number
  /** An answer was still growing when this was read. */
  growing: boolean
}

/** A conversation to be searched; it is read again only when it has changed. */
export type Searched = Pick<Conversation, 'id' | 'updatedAt'>

/** What was read so far, by conversation. */
const known = new Map<string, SearchText>()

// What is deleted must not live on here until the next search.
subscribeConversations(() => {
  if (known.size > 0) forgetDeleted().catch(() => known.clear())
})

async function forgetDeleted(): Promise<void> {
  const stored = new Set(await (await database()).getAllKeys('conversations'))
  for (const id of known.keys()) if (!stored.has(id)) known.delete(id)
}

/**
 * Looks for words in what was said: an excerpt for each of these conversations that holds all of
 * them, by id. Texts are read once and kept, so that the next letter typed costs no reading. What is
 * read may hold pictures of many megabytes: it belongs in a worker.
 */
export async function searchMessages(
  conversations: readonly Searched[],
  query: string,
): Promise<ReadonlyMap<string, string>> {
  await readTexts(conversations)
  const words = queryWords(query)
  const found = new Map<string, string>()
  for (const { id } of conversations) {
    const excerpt = excerptOf(known.get(id)?.text ?? '', words)
    if (excerpt !== undefined) found.set(id, excerpt)
  }
  return found
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

async function readTexts(conversations: readonly Searched[]): Promise<void> {
  await forgetDeleted()
  const stale = conversations.filter(({ id, updatedAt }) => {
    const text = known.get(id)
    return text === undefined || text.growing || text.updatedAt !== updatedAt
  })
  if (stale.length === 0) return
  const db = await database()
  const index = db.transaction('messages').store.index('by-conversation')
  const read = stale.map(async ({ id, updatedAt }) => {
    const records = await index.getAll(id)
    const texts = records.map((record) => inline(record, isSaid))
    known.set(id, { ...textOf(await Promise.all(texts)), updatedAt })
  })
  await Promise.all(read)
}

/** Files are not searched. */
function isSaid(name: string): boolean {
  return name === 'text' || name === 'content'
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

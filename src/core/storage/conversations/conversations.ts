import { isSettled } from '../../../../contract/chat/answer.ts'
import { createChannel } from '../db/channel.ts'
import { database } from '../db/database.ts'
import { commitInParallel } from '../db/open-database.ts'
import { liveAnswerIds } from './answer-lock.ts'
import { externalize, inline } from './blob-strings.ts'
import type { AnswerVersion, Conversation, MessageRecord } from './conversation.ts'
import { resetIndex } from './search/search-index.ts'

const channel = createChannel<'changed'>('conversations')

/** Which message changed; never what it says. */
export type MessageChange = Pick<MessageRecord, 'id' | 'conversationId'>

const messageChannel = createChannel<MessageChange>('messages')

/** Calls back after a message was written or removed in another tab. Returns the way to stop. */
export function subscribeMessageChanges(listener: (change: MessageChange) => void): () => void {
  return messageChannel.subscribeOtherTabs(listener)
}

/** Calls back after another tab changed or removed any conversation. Gives the way to stop. */
export function followOtherTabsConversations(listener: () => void): () => void {
  return channel.subscribeOtherTabs(listener)
}

/** Tells every listener, in every tab, that what is kept of conversations changed. */
export function conversationsChanged(): void {
  channel.publish('changed')
}

/** Calls back after any conversation changed, in this tab or another. Gives the way to stop. */
export function subscribeConversations(listener: () => void): () => void {
  return channel.subscribe(listener)
}

/** All conversations, the latest first. */
export async function listConversations(): Promise<Conversation[]> {
  const found = await (await database()).getAllFromIndex('conversations', 'by-update')
  return found.toReversed()
}

export interface LoadedConversation {
  conversation: Conversation
  messages: MessageRecord[]
}

/** Messages that take some ms to read. */
const MANY = 100

/**
 * A conversation with its messages in order. An answer that is still marked as streaming, though no
 * tab streams it any more, is given as cut: its text is kept.
 */
export async function loadConversation(id: string): Promise<LoadedConversation | undefined> {
  const db = await database()
  const conversation = await db.get('conversations', id)
  if (conversation === undefined) return undefined
  const live = await liveAnswerIds()
  const records = await db.getAllFromIndex('messages', 'by-conversation', id)
  const messages: MessageRecord[] = []
  for (const record of records.toSorted((a, b) => a.position - b.position))
    messages.push(markInterrupted(await inline(record), live))
  // Reading and drawing so many would be one long task.
  if (messages.length > MANY) await new Promise((resolve) => setTimeout(resolve))
  return { conversation, messages }
}

/** The conversation's own record, without its messages. */
export async function findConversation(id: string): Promise<Conversation | undefined> {
  return (await database()).get('conversations', id)
}

/**
 * One message as it is stored; an answer that nobody receives any more is given as cut, see
 * {@link loadConversation}.
 */
export async function loadMessage(id: string): Promise<MessageRecord | undefined> {
  const live = await liveAnswerIds()
  const record = await (await database()).get('messages', id)
  return record && markInterrupted(await inline(record), live)
}

/** What is to be written of one conversation. */
export interface ConversationChanges {
  conversationId: string
  /** Its own record, when that changed. */
  conversation?: Conversation | undefined
  saved: readonly MessageRecord[]
  /** The ids of messages to be deleted. */
  deleted: readonly string[]
}

interface WriteOptions {
  /** Also writes a conversation that is not stored, which needs its own record. */
  create: boolean
}

/**
 * Writes changes of one conversation; all or none. Nothing is written when the conversation is not
 * stored, unless it is to be created: an answer may outlive it. Returns whether it was written.
 * Rejects when the disk is full or storage is refused.
 */
export async function saveChanges(
  changes: ConversationChanges,
  options: WriteOptions,
): Promise<boolean> {
  const { conversationId, conversation, saved, deleted } = changes
  const { isWritten, removed } = await write(changes, options)
  if (!isWritten) return false
  // A growing answer is written often, so only those who follow that message are told.
  for (const id of [...saved.map((record) => record.id), ...deleted])
    messageChannel.publish({ id, conversationId })
  if (conversation !== undefined) conversationsChanged()
  if (removed.length > 0) {
    const { deleteExchangesOf } = await import('../exchanges/exchanges.ts')
    await deleteExchangesOf(removed)
  }
  return true
}

/** Writes messages of one conversation, unless it is gone; see {@link saveChanges}. */
export async function saveMessages(records: readonly MessageRecord[]): Promise<void> {
  const [first] = records
  if (first === undefined) return
  const { conversationId } = first
  await saveChanges({ conversationId, saved: records, deleted: [] }, { create: false })
}

/** Writes a whole conversation, as undo does. `quietly`: one of many, the last of which is told. */
export async function restoreConversation(
  loaded: LoadedConversation,
  { quietly = false }: { quietly?: boolean } = {},
): Promise<void> {
  await write(whole(loaded), { create: true })
  if (!quietly) conversationsChanged()
}

/** Writes a whole conversation over the one that is stored; false where that was deleted. */
export async function rewriteConversation(loaded: LoadedConversation): Promise<boolean> {
  const { isWritten } = await write(whole(loaded), { create: false })
  if (isWritten) conversationsChanged()
  return isWritten
}

function whole({ conversation, messages }: LoadedConversation): ConversationChanges {
  return { conversationId: conversation.id, conversation, saved: messages, deleted: [] }
}

/** Does it in one go: a page that is left now has it stored sooner. */
async function write(
  { conversationId, conversation, saved, deleted }: ConversationChanges,
  { create }: WriteOptions,
): Promise<{ isWritten: boolean; removed: MessageRecord[] }> {
  // A transaction does not wait for what is not its own: long texts are encoded before.
  const stored = await Promise.all(saved.map(externalize))
  const stores = ['conversations', 'messages', 'searchIndex'] as const
  return database.write(stores, async ([conversations, messages, index], transaction) => {
    const isThere = (await conversations.getKey(conversationId)) !== undefined
    const isWritten = isThere || (create && conversation !== undefined)
    if (!isWritten) return { isWritten, removed: [] }
    const removed = await Promise.all(deleted.map((id) => messages.get(id)))
    await commitInParallel(transaction, [
      ...(conversation === undefined ? [] : [() => conversations.put(conversation)]),
      ...stored.map((record) => () => messages.put(record)),
      ...deleted.map((id) => () => messages.delete(id)),
      ...(stored.length + deleted.length === 0 ? [] : [() => resetIndex(index, conversationId)]),
    ])
    return { isWritten, removed: removed.flatMap((record) => record ?? []) }
  })
}

const CUT = {
  phase: 'cut',
  failure: { kind: 'cut', message: 'The page was closed while the response was streaming.' },
} as const

/** A record with every answer that stands as unfinished, though no tab receives it, given as cut. */
function markInterrupted(record: MessageRecord, live: ReadonlySet<string>): MessageRecord {
  if (record.kind !== 'answer') return record
  const isOver = ({ id, answer }: AnswerVersion) => !isSettled(answer.phase) && !live.has(id)
  if (!record.versions.some(isOver)) return record
  const versions = record.versions.map((version) =>
    isOver(version) ? { ...version, answer: { ...version.answer, ...CUT } } : version,
  )
  return { ...record, versions }
}

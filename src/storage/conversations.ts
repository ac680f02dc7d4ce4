import { isSettled } from '../contract/chat/answer-phase.ts'
import type { AnswerVersion, Conversation, MessageRecord } from './conversation.ts'
import { database } from './database.ts'

/** Carries "conversation X changed" between tabs; never the data itself. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('conversations')
const listeners = new Set<() => void>()

/** Tells every listener, in every tab, that what is kept of conversations changed. */
export function conversationsChanged(): void {
  for (const listener of listeners) listener()
  channel?.postMessage('changed')
}

channel?.addEventListener('message', () => {
  for (const listener of listeners) listener()
})

/** Calls back after any conversation changed, in this tab or another. Gives the way to stop. */
export function subscribeConversations(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All conversations, the latest first. */
export async function listConversations(): Promise<Conversation[]> {
  const db = await database()
  const found = await db.getAllFromIndex('conversations', 'by-update')
  return found.toReversed()
}

export interface LoadedConversation {
  conversation: Conversation
  messages: MessageRecord[]
}

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
  const messages = records
    .toSorted((a, b) => a.position - b.position)
    .map((record) => withCutAnswers(record, live))
  return { conversation, messages }
}

/** Writes the conversation's own record. */
export async function saveConversation(conversation: Conversation): Promise<void> {
  const db = await database()
  await db.put('conversations', conversation)
  conversationsChanged()
}

/**
 * Writes one message, unless its conversation is gone: an answer may outlive it. A growing answer is
 * written often, so listeners are not told.
 */
export async function saveMessage(record: MessageRecord): Promise<void> {
  const db = await database()
  const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
  const owner = await transaction.objectStore('conversations').getKey(record.conversationId)
  if (owner !== undefined) await transaction.objectStore('messages').put(record)
  await transaction.done
}

/** Removes one message. */
export async function deleteMessage(id: string): Promise<void> {
  const db = await database()
  await db.delete('messages', id)
}

/** Writes a whole conversation, as undo does. `quietly`: one of many, the last of which is told. */
export async function restoreConversation(
  { conversation, messages }: LoadedConversation,
  { quietly = false }: { quietly?: boolean } = {},
): Promise<void> {
  const db = await database()
  const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
  await transaction.objectStore('conversations').put(conversation)
  for (const message of messages) await transaction.objectStore('messages').put(message)
  await transaction.done
  if (!quietly) conversationsChanged()
}

const LOCK_PREFIX = 'answer:'

/**
 * Holds the lock that says "this tab streams this answer" until `done` settles. A reload, a crash or
 * a closed tab frees it, which is how a cut answer is told from a live one.
 */
export function holdAnswerLock(answerId: string, done: Promise<unknown>): void {
  void navigator.locks?.request(LOCK_PREFIX + answerId, () => done.catch(() => undefined))
}

async function liveAnswerIds(): Promise<ReadonlySet<string>> {
  const held = (await globalThis.navigator?.locks?.query())?.held ?? []
  return new Set(
    held.flatMap(({ name }) =>
      name?.startsWith(LOCK_PREFIX) ? [name.slice(LOCK_PREFIX.length)] : [],
    ),
  )
}

function withCutAnswers(record: MessageRecord, live: ReadonlySet<string>): MessageRecord {
  if (record.kind !== 'answer') return record
  const versions = record.versions.map((version): AnswerVersion =>
    isSettled(version.answer.phase) || live.has(version.id)
      ? version
      : {
          ...version,
          answer: {
            ...version.answer,
            phase: 'cut',
            failure: {
              kind: 'cut',
              message: 'The page was closed while the answer was streaming.',
            },
          },
        },
  )
  return { ...record, versions }
}

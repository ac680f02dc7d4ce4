import { database } from '../db/database.ts'
import { liveAnswerIds } from './answer-lock.ts'
import type { Conversation, MessageRecord } from './conversation.ts'
import { withCutAnswers } from './cut-answers.ts'
import { withBlobs, withTexts } from './long-texts.ts'
import { tellMessageChanged } from './message-changes.ts'

/** Carries "conversation X changed" between tabs; never the data itself. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('conversations')
const listeners = new Set<() => void>()

/** Calls back after another tab changed or removed any conversation. Gives the way to stop. */
export function followOtherTabsConversations(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}

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
  const messages: MessageRecord[] = []
  for (const record of records.toSorted((a, b) => a.position - b.position))
    messages.push(withCutAnswers(await withTexts(record), live))
  return { conversation, messages }
}

/** The conversation's own record, without its messages. */
export async function findConversation(id: string): Promise<Conversation | undefined> {
  const db = await database()
  return db.get('conversations', id)
}

/** Writes the conversation's own record. */
export async function saveConversation(conversation: Conversation): Promise<void> {
  const db = await database()
  await db.put('conversations', conversation)
  conversationsChanged()
}

/**
 * One message as it is stored; an answer that nobody receives any more is given as cut, see
 * {@link loadConversation}.
 */
export async function loadMessage(id: string): Promise<MessageRecord | undefined> {
  const live = await liveAnswerIds()
  const db = await database()
  const record = await db.get('messages', id)
  return record && withCutAnswers(await withTexts(record), live)
}

/**
 * Writes messages of one conversation, unless it is gone: an answer may outlive it. A growing answer
 * is written often, so only those who follow that message are told.
 */
export async function saveMessages(records: readonly MessageRecord[]): Promise<void> {
  const [first] = records
  if (first === undefined) return
  const stored = await Promise.all(records.map(withBlobs))
  const db = await database()
  const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
  const messages = transaction.objectStore('messages')
  const owner = await transaction.objectStore('conversations').getKey(first.conversationId)
  // All in one go: a page that is left now has them stored sooner.
  if (owner !== undefined) await Promise.all(stored.map((record) => messages.put(record)))
  await transaction.done
  for (const { id, conversationId } of records) tellMessageChanged({ id, conversationId })
}

/** Removes one message, and the exchanges that its answers came by. */
export async function deleteMessage(id: string): Promise<void> {
  const db = await database()
  const record = await db.get('messages', id)
  await db.delete('messages', id)
  if (record === undefined) return
  tellMessageChanged({ id, conversationId: record.conversationId })
  const { deleteExchangesOf } = await import('../exchanges/delete-exchanges.ts')
  await deleteExchangesOf([record])
}

/** Writes a whole conversation, as undo does. `quietly`: one of many, the last of which is told. */
export async function restoreConversation(
  loaded: LoadedConversation,
  { quietly = false }: { quietly?: boolean } = {},
): Promise<void> {
  await writeConversation(loaded, { onlyOver: false })
  if (!quietly) conversationsChanged()
}

/**
 * Writes a whole conversation over the one that is stored. One that was deleted meanwhile is not
 * brought back: false.
 */
export async function rewriteConversation(loaded: LoadedConversation): Promise<boolean> {
  const wasThere = await writeConversation(loaded, { onlyOver: true })
  if (wasThere) conversationsChanged()
  return wasThere
}

/** Writes a whole conversation; `onlyOver` one that is there, else nothing. Tells if it was there. */
async function writeConversation(
  { conversation, messages }: LoadedConversation,
  { onlyOver }: { onlyOver: boolean },
): Promise<boolean> {
  const stored = await Promise.all(messages.map(withBlobs))
  const db = await database()
  const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
  const conversations = transaction.objectStore('conversations')
  const wasThere = (await conversations.getKey(conversation.id)) !== undefined
  if (wasThere || !onlyOver) {
    const kept = transaction.objectStore('messages')
    await Promise.all([
      conversations.put(conversation),
      ...stored.map((message) => kept.put(message)),
    ])
  }
  await transaction.done
  return wasThere
}

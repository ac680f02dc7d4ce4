import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'
import type { LoadedConversation } from '../../storage/conversations/conversations.ts'
import type { Chat } from '../chat.ts'
import { newConversation } from './conversation-state.ts'

/** Stores messages of one conversation. Resolves when the write has ended, one way or the other. */
export async function saveRecords(chat: Chat, records: readonly MessageRecord[]): Promise<void> {
  const [first] = records
  if (first === undefined) return
  const { conversationId } = first
  await chat.writer.write({ conversationId, saved: records, deleted: [] })
}

/** Changes members of the conversation's own record, and when it was changed last. */
export function changeConversation(chat: Chat, change: Partial<Conversation>): void {
  const { conversation: before, messages, status } = chat.conversation.getState()
  const conversation = { ...before, ...change, updatedAt: chat.client.world.clock.now() }
  chat.conversation.setState({ conversation })
  // An untouched conversation leaves no trace, and what is being read is not known well enough.
  if (messages.length === 0 || status !== 'ready') return
  const { id: conversationId } = conversation
  void chat.writer.write({ conversationId, conversation, saved: [], deleted: [] })
}

/**
 * Starts an empty conversation with the default settings. The model carries over where the person
 * chose it; one that came with an example, a preset or an import goes with it.
 */
export function startConversation(chat: Chat): void {
  const { id, model } = chat.conversation.getState().conversation
  const { latest } = chat.applied.getState()
  const cameAlong = latest?.conversationId === id && latest.setup.model === model
  const conversation = newConversation(chat.client.world, cameAlong ? latest.before.model : model)
  chat.conversation.setState({ conversation, messages: [], status: 'ready', unsaved: false })
}

/** Shows a stored conversation. Does nothing when it is already on the screen, unless it could not be read. */
export async function openConversation(chat: Chat, id: string): Promise<void> {
  const { writer } = chat
  const { getState, setState } = chat.conversation
  const before = getState()
  if (before.conversation.id === id && before.status !== 'unreadable') return
  setState({
    conversation: { ...newConversation(chat.client.world), id },
    messages: [],
    status: 'loading',
    unsaved: writer.isUnsaved(id),
  })
  const loaded = await readConversation(chat, id)
  if (getState().conversation.id !== id) return
  if (loaded === undefined) setState({ status: 'missing' })
  else if (loaded === 'unreadable') setState({ status: loaded })
  else setState({ ...loaded, status: 'ready' })
  writer.retryUnsaved()
}

/** A conversation as it is stored, with what is still to be written of it; undefined where there is none. */
export async function readConversation(
  { world, writer }: Chat,
  id: string,
): Promise<LoadedConversation | 'unreadable' | undefined> {
  return writer.afterWrites(id, async () => {
    const stored = await world
      .loadStorage()
      .then((storage) => storage.loadConversation(id))
      .catch(() => 'unreadable' as const)
    if (stored !== 'unreadable') return writer.withUnwritten(id, stored)
    // Of one that was stored, what is still to be written is only a part.
    return (writer.wasStored(id) ? undefined : writer.withUnwritten(id, undefined)) ?? stored
  })
}

export function setModel(chat: Chat, model: string): void {
  changeConversation(chat, { model })
}

/** Replaces the settings; fields that are not in them are not sent. */
export function setSettings(chat: Chat, settings: JsonObject): void {
  changeConversation(chat, { settings })
}

/** Replaces the headers that a person added to the requests of the conversation. */
export function setHeaders(chat: Chat, headers: HeaderList): void {
  changeConversation(chat, { headers })
}

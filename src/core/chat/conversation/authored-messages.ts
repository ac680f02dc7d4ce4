import type { Message } from '../../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { fileNamesOf } from '../../client/exchanges/open-exchange.ts'
import type { MessageRecord, WrittenMessage } from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { changeConversation, saveRecords } from './current-conversation.ts'
import { deriveTitle } from './derive-title.ts'
import { type Reordered, inserted, moved } from './order.ts'

/** Adds a written message at an index of the conversation; without one, at the end. */
export function addMessage(chat: Chat, message: Message, at?: number): WrittenMessage {
  const { messages, conversation } = chat.conversation.getState()
  const index = at ?? messages.length
  const fileNames = Array.isArray(message.content)
    ? fileNamesOf(chat.client).listIn(message as JsonObject)
    : {}
  const record: WrittenMessage = {
    kind: 'written',
    id: chat.client.world.random.uuid(),
    conversationId: conversation.id,
    position: 0,
    message,
    ...(Object.keys(fileNames).length === 0 ? {} : { fileNames }),
  }
  show(chat, inserted<MessageRecord>(messages, index, record))
  if (conversation.title === '' && message.role === 'user')
    changeConversation(chat, { title: deriveTitle(message) })
  return record
}

/** Replaces a written message and gives back how to undo that. */
export function replaceMessage(chat: Chat, id: string, message: Message): () => void {
  const before = chat.conversation.getState().messages.find((record) => record.id === id)
  if (before?.kind !== 'written') return () => undefined
  replaceRecord(chat, { ...before, message })
  return () => replaceRecord(chat, before)
}

/** Removes a message and gives back how to undo that. */
export function removeMessage(chat: Chat, id: string): () => void {
  const record = chat.conversation.getState().messages.find((candidate) => candidate.id === id)
  if (record === undefined) return () => undefined
  const { conversationId } = record
  chat.conversation.setState(({ messages }) => ({
    messages: messages.filter((candidate) => candidate.id !== id),
  }))
  void chat.writer.write({ conversationId, saved: [], deleted: [id] })
  return () => {
    if (chat.conversation.getState().conversation.id === conversationId) {
      chat.conversation.setState(({ messages }) => ({
        messages: [...messages, record].toSorted((a, b) => a.position - b.position),
      }))
      changeConversation(chat, {})
    }
    void saveRecords(chat, [record])
  }
}

/** Moves a message by some places, at most to an end. */
export function moveMessage(chat: Chat, id: string, by: number): void {
  const result = moved(chat.conversation.getState().messages, id, by)
  if (result !== undefined) show(chat, result)
}

/** Puts a record in the place of the one with its id; nothing happens when that is gone. */
export function replaceRecord(chat: Chat, record: MessageRecord): void {
  const { messages } = chat.conversation.getState()
  const current = messages.find((candidate) => candidate.id === record.id)
  if (current === undefined) return
  // It may have been moved meanwhile.
  const next = { ...record, position: current.position }
  chat.conversation.setState({
    messages: messages.map((candidate) => (candidate.id === record.id ? next : candidate)),
  })
  changeConversation(chat, {})
  void saveRecords(chat, [next])
}

/** Shows messages in a new order and stores those that changed. */
function show(chat: Chat, { list, changed }: Reordered<MessageRecord>): void {
  chat.conversation.setState({ messages: list })
  changeConversation(chat, {})
  void saveRecords(chat, changed)
}

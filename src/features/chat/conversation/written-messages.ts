import type { Message } from '../../../../contract/chat/messages.ts'
import { deriveTitle } from '../../../core/chat/conversation/derive-title.ts'
import { inserted, moved, type Reordered } from '../../../core/chat/conversation/order.ts'
import type {
  MessageRecord,
  WrittenMessage,
} from '../../../core/storage/conversations/conversation.ts'
import {
  changeConversation,
  conversationStore,
  conversationWriter,
  saveRecords,
} from './conversation-store.ts'

const { getState, setState } = conversationStore

/** Adds a written message at an index of the conversation; without one, at the end. */
export function addMessage(message: Message, index = getState().messages.length): WrittenMessage {
  const { messages, conversation } = getState()
  const record: WrittenMessage = {
    kind: 'written',
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    position: 0,
    message,
  }
  show(inserted<MessageRecord>(messages, index, record))
  if (conversation.title === '' && message.role === 'user')
    changeConversation({ title: deriveTitle(message) })
  return record
}

/** Replaces a written message and gives back how to undo that. */
export function replaceMessage(id: string, message: Message): () => void {
  const before = getState().messages.find((record) => record.id === id)
  if (before?.kind !== 'written') return () => undefined
  replaceRecord({ ...before, message })
  return () => replaceRecord(before)
}

/** Removes a message and gives back how to undo that. */
export function removeMessage(id: string): () => void {
  const record = getState().messages.find((candidate) => candidate.id === id)
  if (record === undefined) return () => undefined
  const { conversationId } = record
  setState(({ messages }) => ({ messages: messages.filter((candidate) => candidate.id !== id) }))
  void conversationWriter.write({ conversationId, saved: [], deleted: [id] })
  return () => {
    if (getState().conversation.id !== conversationId) return
    setState(({ messages }) => ({
      messages: [...messages, record].toSorted((a, b) => a.position - b.position),
    }))
    changeConversation({})
    void saveRecords([record])
  }
}

/** Moves a message by some places, at most to an end. */
export function moveMessage(id: string, by: number): void {
  const result = moved(getState().messages, id, by)
  if (result !== undefined) show(result)
}

/** Puts a record in the place of the one with its id; nothing happens when that is gone. */
export function replaceRecord(record: MessageRecord): void {
  const { messages } = getState()
  const current = messages.find((candidate) => candidate.id === record.id)
  if (current === undefined) return
  // It may have been moved meanwhile.
  const next = { ...record, position: current.position }
  setState({
    messages: messages.map((candidate) => (candidate.id === record.id ? next : candidate)),
  })
  changeConversation({})
  void saveRecords([next])
}

/** Shows messages in a new order and stores those that changed. */
function show({ list, changed }: Reordered<MessageRecord>): void {
  setState({ messages: list })
  changeConversation({})
  void saveRecords(changed)
}

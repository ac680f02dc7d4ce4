import { type Message, messageText } from '../../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { fileNamesOf } from '../../client/exchanges/open-exchange.ts'
import type { MessageRecord, WrittenMessage } from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { withTexts } from '../editors/message-edits.ts'
import { systemPromptOf } from './conversation-state.ts'
import { changeConversation, saveRecords } from './current-conversation.ts'

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

function show(chat: Chat, { list, changed }: Reordered<MessageRecord>): void {
  chat.conversation.setState({ messages: list })
  changeConversation(chat, {})
  void saveRecords(chat, changed)
}

/** Anything that has a place in a conversation. */
export interface Placed {
  id: string
  /** Order in the conversation; gaps are fine. */
  position: number
}

/** A list in order, and those of its items that have another position than before. */
interface Reordered<Item> {
  list: readonly Item[]
  changed: readonly Item[]
}

/**
 * Puts an item at an index of a list. Only the item gets a position, between its neighbours, until
 * there is no number left between them: then all are numbered anew.
 */
export function inserted<Item extends Placed>(
  list: readonly Item[],
  index: number,
  item: Item,
): Reordered<Item> {
  const before = list[index - 1]?.position
  const after = list[index]?.position
  const position = between(before, after)
  if (position !== undefined) {
    const placed = { ...item, position }
    return { list: list.toSpliced(index, 0, placed), changed: [placed] }
  }
  const numbered = list
    .toSpliced(index, 0, item)
    .map((entry, at) => ({ ...entry, position: at + 1 }))
  return { list: numbered, changed: numbered }
}

/** Moves an item by some places, at most to an end; undefined when it stays where it is. */
export function moved<Item extends Placed>(
  list: readonly Item[],
  id: string,
  by: number,
): Reordered<Item> | undefined {
  const from = list.findIndex((item) => item.id === id)
  const item = list[from]
  if (item === undefined) return undefined
  const to = Math.min(Math.max(from + by, 0), list.length - 1)
  return to === from ? undefined : inserted(list.toSpliced(from, 1), to, item)
}

function between(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return (after ?? 2) - 1
  if (after === undefined) return before + 1
  const middle = (before + after) / 2
  return middle > before && middle < after ? middle : undefined
}

const MOST = 60

/** The title of a conversation that begins with a message: its first line of text, or what is attached. */
export function deriveTitle(message: Pick<Message, 'content'>): string {
  const line = messageText(message).trim().split('\n', 1)[0] ?? ''
  if (line === '') return Array.isArray(message.content) ? attachedTitle(message.content) : ''
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line
}

const KINDS: Readonly<Record<string, string>> = {
  image_url: 'Image',
  input_audio: 'Audio',
  video_url: 'Video',
  file: 'File',
}

function attachedTitle(parts: readonly { type: string }[]): string {
  return [...new Set(parts.flatMap(({ type }) => KINDS[type] ?? []))].join(', ')
}

/** Replaces the system prompt of the conversation on the screen; without text there is none. */
export function setSystemPrompt(chat: Chat, text: string): void {
  const { messages } = chat.conversation.getState()
  const [first] = messages
  if (systemPromptOf(messages) === undefined || first?.kind !== 'written') {
    if (text !== '') addMessage(chat, { role: 'system', content: text }, 0)
  } else if (text === '') removeMessage(chat, first.id)
  else replaceMessage(chat, first.id, withTexts(first.message, [text]))
}

/** Removes a system prompt that holds nothing but blanks: it is not sent. */
export function removeBlankSystemPrompt(chat: Chat): void {
  if (systemPromptOf(chat.conversation.getState().messages)?.trim() === '')
    setSystemPrompt(chat, '')
}

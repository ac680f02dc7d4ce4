import { messageText } from '../../../../contract/chat/messages.ts'
import { given } from '../../../../contract/json.ts'
import { differences, type Difference } from '../../share/difference.ts'
import type { MessageRecord, ToolSlot } from '../../storage/conversations/conversation.ts'
import { settingsOnly } from '../../storage/files/preset-file.ts'
import type { Chat } from '../chat.ts'
import {
  removeMessage,
  replaceMessage,
  setSystemPrompt,
} from '../conversation/authored-messages.ts'
import { changeConversation, setModel, setSettings } from '../conversation/current-conversation.ts'
import type { ChatSetup } from './chat-setup.ts'

/** The setup of the conversation on the screen. */
export function currentSetup(chat: Chat): ChatSetup {
  const { conversation, messages } = chat.conversation.getState()
  const record = messages.find(isSystem)
  const system = record?.kind === 'written' ? messageText(record.message) : ''
  const { model, settings } = conversation
  return { model, settings: settingsOnly(settings), ...(system === '' ? {} : { system }) }
}

/** The present setup as one text, with the headers added to it, to tell whether it changed. */
export function setupKey(chat: Chat): string {
  const { headers } = chat.conversation.getState().conversation
  return JSON.stringify({ ...currentSetup(chat), headers })
}

/** What applying a setup would change. A setup without a system message leaves the present one. */
export function setupChanges(current: ChatSetup, next: ChatSetup): Difference[] {
  const { model, settings, system, toolSlots } = next
  const changes = differences(
    { area: 'chat', model: current.model, settings: current.settings, messages: [] },
    { area: 'chat', model, settings, messages: [], attachments: [], ...given({ toolSlots }) },
  )
  if (system === undefined || system === current.system) return changes
  const before = current.system === undefined ? {} : { before: current.system }
  return [...changes, { field: 'system message', ...before, after: system, known: true }]
}

/** Puts a setup in place of the present one; sends nothing. Returns its undo, for this conversation alone. */
export function applySetup(chat: Chat, setup: ChatSetup): () => void {
  const before = currentSetup(chat)
  const { id, tools } = chat.conversation.getState().conversation
  setModel(chat, setup.model)
  setSettings(chat, setup.settings)
  if (setup.system !== undefined) setSystem(chat, setup.system)
  if (setup.toolSlots !== undefined) setToolSlots(chat, setup.toolSlots)
  chat.applied.setState({ latest: { conversationId: id, setup, before } })
  return () => {
    if (chat.conversation.getState().conversation.id !== id) return
    setModel(chat, before.model)
    setSettings(chat, before.settings)
    if (setup.system !== undefined) setSystem(chat, before.system ?? '')
    if (setup.toolSlots !== undefined) setToolSlots(chat, tools?.slots)
    chat.applied.setState({ latest: undefined })
  }
}

/** Asks for servers in the place of those that were asked for; none is connected by it. */
function setToolSlots(chat: Chat, slots: readonly ToolSlot[] | undefined): void {
  const { slots: _, ...tools } = chat.conversation.getState().conversation.tools ?? {}
  changeConversation(chat, { tools: slots === undefined ? tools : { ...tools, slots } })
}

function setSystem(chat: Chat, content: string): void {
  const record = chat.conversation.getState().messages.find(isSystem)
  if (record === undefined) setSystemPrompt(chat, content)
  else if (content === '') removeMessage(chat, record.id)
  else replaceMessage(chat, record.id, { role: 'system', content })
}

function isSystem(record: MessageRecord): boolean {
  return record.kind === 'written' && record.message.role === 'system'
}

import { messageText } from '../../../../contract/chat/messages.ts'
import { differences, type Difference } from '../../share/difference.ts'
import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { settingsOnly } from '../../storage/files/preset-file.ts'
import type { Chat } from '../chat.ts'
import { removeMessage, replaceMessage } from '../conversation/authored-messages.ts'
import { setModel, setSettings } from '../conversation/current-conversation.ts'
import { setSystemPrompt } from '../conversation/set-system-prompt.ts'
import type { ChatSetup } from './chat-setup.ts'

/** The setup of the conversation on the screen. */
export function currentSetup(chat: Chat): ChatSetup {
  const { conversation, messages } = chat.conversation.getState()
  const record = messages.find(isSystem)
  const system = record?.kind === 'written' ? messageText(record.message) : ''
  const { model, settings } = conversation
  return { model, settings: settingsOnly(settings), ...(system === '' ? {} : { system }) }
}

/** The present setup as one text, to tell whether it changed. */
export function setupKey(chat: Chat): string {
  return JSON.stringify(currentSetup(chat))
}

/** What applying a setup would change. A setup without a system message leaves the present one. */
export function setupChanges(current: ChatSetup, next: ChatSetup): Difference[] {
  const { model, settings, system } = next
  const changes = differences(
    { area: 'chat', model: current.model, settings: current.settings, messages: [] },
    { area: 'chat', model, settings, messages: [], attachments: [] },
  )
  if (system === undefined || system === current.system) return changes
  const before = current.system === undefined ? {} : { before: current.system }
  return [...changes, { field: 'system message', ...before, after: system, known: true }]
}

/**
 * Puts a setup in place of the present one; sends nothing. Returns its undo, which does nothing once
 * another conversation is on the screen.
 */
export function applySetup(chat: Chat, { model, settings, system }: ChatSetup): () => void {
  const before = currentSetup(chat)
  const { id } = chat.conversation.getState().conversation
  setModel(chat, model)
  setSettings(chat, settings)
  if (system !== undefined) setSystem(chat, system)
  return () => {
    if (chat.conversation.getState().conversation.id !== id) return
    setModel(chat, before.model)
    setSettings(chat, before.settings)
    if (system !== undefined) setSystem(chat, before.system ?? '')
  }
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

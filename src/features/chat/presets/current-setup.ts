import { messageText } from '../../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { removeMessage, replaceMessage } from '../../../core/chat/conversation/authored-messages.ts'
import { setModel, setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { setSystemPrompt } from '../../../core/chat/conversation/set-system-prompt.ts'
import { differences, type Difference } from '../../../core/share/difference.ts'
import type { MessageRecord } from '../../../core/storage/conversations/conversation.ts'
import { settingsOnly } from '../../../core/storage/files/preset-file.ts'
import { chat } from '../../../page/chat.ts'

/** What a request holds besides the conversation. */
export interface ChatSetup {
  /** The model as written in the picker, suffixes included. */
  model: string
  settings: JsonObject
  /** The system message, where there is one. */
  system?: string
}

/** The setup of the conversation on the screen. */
export function currentSetup(): ChatSetup {
  const { conversation, messages } = chat.conversation.getState()
  const record = messages.find(isSystem)
  const system = record?.kind === 'written' ? messageText(record.message) : ''
  const { model, settings } = conversation
  return { model, settings: settingsOnly(settings), ...(system === '' ? {} : { system }) }
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

/** Puts a setup in place of the present one; sends nothing. Gives the way back. */
export function applySetup({ model, settings, system }: ChatSetup): () => void {
  const before = currentSetup()
  setModel(chat, model)
  setSettings(chat, settings)
  if (system !== undefined) writeSystem(system)
  return () => {
    setModel(chat, before.model)
    setSettings(chat, before.settings)
    if (system !== undefined) writeSystem(before.system ?? '')
  }
}

function writeSystem(content: string): void {
  const record = chat.conversation.getState().messages.find(isSystem)
  if (record === undefined) setSystemPrompt(chat, content)
  else if (content === '') removeMessage(chat, record.id)
  else replaceMessage(chat, record.id, { role: 'system', content })
}

function isSystem(record: MessageRecord): boolean {
  return record.kind === 'written' && record.message.role === 'system'
}

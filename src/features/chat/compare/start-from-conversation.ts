import { messageText } from '../../../contract/chat/messages.ts'
import { conversationStore } from '../conversation/conversation-store.ts'
import { compareStore, isTouched, startComparison, type ColumnSetup } from './compare-store.ts'

/** Begins a comparison of the conversation's own setup with the same one on another model. */
export function startFromConversation(): void {
  const { conversation, messages } = conversationStore.getState()
  const { model, settings } = conversation
  const record = messages.find(
    (candidate) => candidate.kind === 'written' && candidate.message.role === 'system',
  )
  const system = record?.kind === 'written' ? messageText(record.message) : ''
  const setup: ColumnSetup = { model, settings, ...(system === '' ? {} : { system }) }
  const other = model === 'fastest' ? 'default' : 'fastest'
  // A message that was written and not run is still wanted.
  const { columns, draft } = compareStore.getState()
  startComparison([setup, { ...setup, model: other }], columns.some(isTouched) ? '' : draft)
}

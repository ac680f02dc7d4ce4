import { messageText } from '../../../../contract/chat/messages.ts'
import { suffixNotes } from '../../../../contract/chat/model-suffix.ts'
import { vendorParametersSchema } from '../../../../contract/chat/request/request-structures.ts'
import type { RuleNote } from '../../../../contract/chat/request/request.ts'
import type { VendorParameters } from '../../../../contract/chat/request/vendor-parameters.ts'
import { validate, type ValidationIssue } from '../../../../contract/validation.ts'
import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'
import { validateRequest } from './validate-request.ts'

/** The settings validated, with what is to know about how they work together. */
export interface SettingsReading {
  issues: readonly ValidationIssue[]
  notes: readonly RuleNote[]
}

/** What settings are validated with: the model's name, and the message being written or written last. */
export interface SettingsDraft extends Pick<Conversation, 'model' | 'settings'> {
  typed: string
  messages: readonly MessageRecord[]
}

/** Validates settings by the contract before there is a request. */
export function validateSettings({
  model,
  settings,
  typed,
  messages,
}: SettingsDraft): SettingsReading {
  const text = typed.trim() === '' ? lastWrittenText(messages) : typed
  const reading = validateRequest({
    model: model === '' ? 'any' : model,
    messages: [{ role: 'user', content: text === '' ? '…' : text }],
    ...settings,
  })
  const parameters = validate(vendorParametersSchema, settings['vendor_parameters'] ?? {})
  const given: VendorParameters = parameters.ok ? parameters.value : {}
  return {
    issues: reading.ok ? [] : reading.issues,
    notes: [...reading.notes, ...suffixNotes(model, given)],
  }
}

function lastWrittenText(messages: readonly MessageRecord[]): string {
  const last = messages.findLast(
    (record) => record.kind === 'written' && record.message.role === 'user',
  )
  return last?.kind === 'written' ? messageText(last.message) : ''
}

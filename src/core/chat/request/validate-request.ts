import { messageText } from '../../../../contract/chat/messages.ts'
import { suffixNotes } from '../../../../contract/chat/model-suffix.ts'
import { vendorParametersSchema } from '../../../../contract/chat/request/request-structures.ts'
import {
  type ChatRequest,
  chatRequestSchema,
  reviewRequest,
  type RuleNote,
} from '../../../../contract/chat/request/request.ts'
import type { VendorParameters } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../../contract/validation.ts'
import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'

/** A request, validated. One that is ready holds exactly what was set and nothing else. */
export type RequestReading =
  | { ok: true; request: ChatRequest; notes: RuleNote[] }
  | { ok: false; issues: ValidationIssue[]; notes: RuleNote[] }

/** Validates a request body by the contract. */
export function validateRequest(body: unknown): RequestReading {
  const result = validate(chatRequestSchema, body)
  if (!result.ok) return { ok: false, issues: result.issues.map(asChoice), notes: [] }
  const notes = reviewRequest(result.value)
  const errors = notes.filter((note) => note.level === 'error')
  if (errors.length === 0) return { ok: true, request: result.value, notes }
  const issues = errors.map(({ fields, message }) => ({
    path: fields[0]?.split('.') ?? [],
    code: 'rule',
    message,
  }))
  return { ok: false, issues, notes }
}

/** A model that is missing is none that somebody wrote: it is to be chosen. */
function asChoice(issue: ValidationIssue): ValidationIssue {
  return issue.path.join('.') === 'model' && issue.code === 'too_small'
    ? { ...issue, message: 'No model is chosen. Choose one, or enter its ID.' }
    : issue
}

/** The settings alone, validated: what the settings panel shows while nothing is sent. */
export function validateSettingsAlone(settings: JsonObject): RequestReading {
  return validateRequest({ model: 'any', messages: [{ role: 'user', content: '…' }], ...settings })
}

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

import {
  type ChatRequest,
  chatRequestSchema,
  reviewRequest,
  type RuleNote,
} from '../../../../contract/chat/request/request.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../../contract/validation.ts'

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

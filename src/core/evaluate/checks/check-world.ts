import type { Message } from '../../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { StructuredVerdict } from '../../chat/responses/validate-structured.ts'
import type { Case, CellResponse, CheckOutcome } from '../board.ts'
import type { PatternJob, PatternResult } from './check.ts'

/** What checks need besides the response. Each may reject with an Error whose message a person reads. */
export interface CheckWorld extends JudgeWorld {
  /** Looks for a regular expression in a worker that is ended after a time. */
  findPattern(job: PatternJob): Promise<PatternResult>
  /** Validates JSON by a schema in a worker that is ended after a time. */
  validateJson(text: string, schema: JsonObject): Promise<StructuredVerdict>
  /** Runs a snippet in the sealed worker, which is ended after a time; the result is JSON. */
  runCode(
    code: string,
    args: JsonObject,
  ): Promise<{ ok: true; text: string } | { ok: false; message: string }>
}

/** The whole text of a judge's response, or why there is none. `cost` in micro-USD, as far as it is known. */
export type JudgeReply =
  | { ok: true; text: string; cost?: number }
  | { ok: false; message: string; cost?: number }

/** How a judge is asked. */
export interface JudgeWorld {
  /** Sends a request once, within all limits, without `response_format` where unsupported. Never rejects for it. */
  judge(request: JudgeRequest): Promise<JudgeReply>
  /** A text that nobody can guess. */
  uuid(): string
}

/** A request to a model that judges. It never says which model or configuration made the response. */
export interface JudgeRequest {
  model: string
  /** A saved connection; the current one where there is none. */
  connection?: { id: string; name: string }
  messages: readonly Message[]
  settings: JsonObject
}

/** A response that is checked, and the case that it responds to. */
export interface CheckSubject {
  case: Case
  response: CellResponse
}

/** What a rule found of a response. */
export type Finding = Omit<CheckOutcome, 'checkId'>

const QUOTED = 120

/** Longest reason, in characters: it is stored with each response. */
const MAX_REASON = 600

export const passed: Finding = { result: 'passed' }

/** What does not meet a rule, and why. */
export function failed(reason: string): Finding {
  return { result: 'failed', reason: cut(reason) }
}

/** What a rule cannot be applied to, and why. */
export function undecided(reason: string): Finding {
  return { result: 'undecided', reason: cut(reason) }
}

/** A text in quotes, cut where it is long. From `at`, where what matters is further on. */
export function quote(text: string, at = 0): string {
  const start = at > QUOTED / 2 ? at - 20 : 0
  const end = start + QUOTED
  // Never half of a surrogate pair.
  const shown = text.slice(start, end).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  return `“${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}”`
}

/** What a check compares with: its own value, or that of the case. An empty one is none. */
export function expectedBy(value: string | undefined, { expected }: Case): string | undefined {
  return [value, expected].find((text) => text !== undefined && text !== '')
}

function cut(reason: string): string {
  return reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason
}

export const NO_EXPECTED = 'No expected value: neither the check nor the case has one.'

import type { Case, CellResponse, CheckOutcome } from '../board.ts'

/** A response that is checked, and the case that it responds to. */
export interface CheckSubject {
  case: Case
  response: CellResponse
}

/** What a rule found of a response. */
export type Finding = Omit<CheckOutcome, 'checkId'>

/** How much of a value a reason quotes, in characters. */
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

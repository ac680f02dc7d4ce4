import type { CellResponse, CheckOutcome } from '../board.ts'
import { kindOf } from './check-kinds.ts'
import type { CheckWorld } from './check-world.ts'
import type { Check, CheckRule } from './check.ts'
import { hashOfCheck } from './current-outcomes.ts'
import { type CheckSubject, type Finding, undecided } from './finding.ts'

/**
 * Applies checks to a response, one after the other, and never rejects: what cannot be applied is
 * `undecided`. `checks` are all that count, those of the board and those of the case.
 * @example
 * const outcomes = await runChecks([...board.checks, ...(row.checks ?? [])], { case: row, response }, world)
 */
export async function runChecks(
  checks: readonly Check[],
  subject: CheckSubject,
  world: CheckWorld,
): Promise<readonly CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const check of checks) {
    // Two judges at once would each have a part of the spend limit that one of them may need.
    // oxlint-disable-next-line no-await-in-loop
    const finding = await findingOf(check, subject, world)
    outcomes.push({ checkId: check.id, hash: hashOfCheck(check, subject.case), ...finding })
  }
  return outcomes
}

async function findingOf(
  rule: CheckRule,
  subject: CheckSubject,
  world: CheckWorld,
): Promise<Finding> {
  try {
    const finding = await kindOf(rule).check(rule, subject, world)
    const lack = finding.result === 'passed' && isMetByNothing(rule) ? lackOf(subject.response) : ''
    return lack === '' ? finding : undecided(lack)
  } catch (error) {
    return undecided(error instanceof Error ? error.message : String(error))
  }
}

/** Whether less text meets it more easily. */
function isMetByNothing(rule: CheckRule): boolean {
  return rule.type === 'not-contains' || (rule.type === 'length' && (rule.max ?? 0) > 0)
}

/** Why there may be less text than the model had to say. */
function lackOf({ text, toolCalls, finishReason }: CellResponse): string {
  if (text.trim() === '' && toolCalls.length === 0) return 'The response is empty.'
  if (finishReason === 'length') return 'The response was cut off at its maximum of tokens.'
  return finishReason === 'content_filter' ? 'The response was cut off by a content filter.' : ''
}

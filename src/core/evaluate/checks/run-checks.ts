import type { CheckOutcome } from '../board.ts'
import { kindOf } from './check-kinds.ts'
import type { CheckWorld } from './check-world.ts'
import type { Check, CheckRule } from './check.ts'
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
    outcomes.push({ checkId: check.id, ...finding })
  }
  return outcomes
}

/**
 * What a whole response is by its checks. Undecided ones don't count; where there is nothing else, it is
 * an `error`: claiming either would be wrong.
 */
export function statusOf(outcomes: readonly CheckOutcome[]): 'passed' | 'failed' | 'error' {
  if (outcomes.some(({ result }) => result === 'failed')) return 'failed'
  const isOpen = outcomes.length > 0 && outcomes.every(({ result }) => result === 'undecided')
  return isOpen ? 'error' : 'passed'
}

async function findingOf(
  rule: CheckRule,
  subject: CheckSubject,
  world: CheckWorld,
): Promise<Finding> {
  try {
    return await kindOf(rule).check(rule, subject, world)
  } catch (error) {
    return undecided(error instanceof Error ? error.message : String(error))
  }
}

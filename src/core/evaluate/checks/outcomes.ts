import {
  type Board,
  type Case,
  type CellResponse,
  type CheckOutcome,
  contentHash,
} from '../board.ts'
import { kindOf } from './check-kinds.ts'
import { type CheckSubject, type CheckWorld, type Finding, undecided } from './check-world.ts'
import type { Check, CheckRule } from './check.ts'
import { judgeProblem } from './judge.ts'

/** What a case is judged by: the checks of the board, then its own. */
export function checksOf(
  { checks }: Pick<Board, 'checks'>,
  { checks: own = [] }: Case,
): readonly Check[] {
  return own.length === 0 ? checks : [...checks, ...own]
}

/** Whether anything of a board is checked at all. */
export function hasChecks({ checks, cases }: Pick<Board, 'checks' | 'cases'>): boolean {
  return checks.length > 0 || cases.some((row) => (row.checks ?? []).length > 0)
}

/** Whether it sends nothing: all checks do but judges that are complete. */
export function isFree(check: Check): boolean {
  return check.type !== 'judge' || judgeProblem(check) !== undefined
}

/** Identifies a check with what it reads of a case: as long as it is the same, so is what the check finds. */
export function hashOfCheck(check: Check, row: Case): string {
  const ofRows = remembered(hashes, check, () => new WeakMap<Case, string>())
  return remembered(ofRows, row, () => {
    const { expected, variables, messages } = row
    const rule = remembered(ofRules, check, () => contentHash({ ...check, id: '' }))
    return check.type === 'judge'
      ? rule + contentHash({ expected, variables, messages })
      : rule + remembered(ofCases, row, () => contentHash({ expected, variables }))
  })
}

// Boards have thousands of cases, and every check of them is looked at again and again.
const hashes = new WeakMap<Check, WeakMap<Case, string>>()
const ofRules = new WeakMap<Check, string>()
const ofCases = new WeakMap<Case, string>()

function remembered<Key extends object, Value>(
  known: WeakMap<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const value = make()
  known.set(key, value)
  return value
}

/**
 * What a check found, as it and the case are now; undefined as long as it is still to be applied. What was stored
 * without a hash counts: it is older than they are.
 */
export function outcomeOf(
  check: Check,
  row: Case,
  outcomes: readonly CheckOutcome[] = [],
): CheckOutcome | undefined {
  const found = outcomes.find(({ checkId }) => checkId === check.id)
  const isOfNow = found?.hash === undefined || found.hash === hashOfCheck(check, row)
  return isOfNow ? found : undefined
}

/** The judges that have said nothing yet of a response, or nothing that decides. */
export function judgesToAsk(
  checks: readonly Check[],
  row: Case,
  outcomes?: readonly CheckOutcome[],
): readonly Check[] {
  return checks.filter((check) => {
    if (isFree(check)) return false
    const result = outcomeOf(check, row, outcomes)?.result
    return result === undefined || result === 'undecided'
  })
}

/** What stays of outcomes when checks are applied anew: those of others, and what those of these have cost. */
export function outcomesBeside(
  checks: readonly Check[],
  outcomes: readonly CheckOutcome[] = [],
): CheckOutcome[] {
  const ids = new Set(checks.map(({ id }) => id))
  return outcomes.flatMap((outcome): CheckOutcome[] => {
    if (!ids.has(outcome.checkId)) return [outcome]
    const { cost } = outcome
    return cost === undefined ? [] : [{ checkId: '', result: 'undecided', cost }]
  })
}

/** Applies all checks of board and case to a response, one by one. Never rejects: what can't be is `undecided`. */
export async function runChecks(
  checks: readonly Check[],
  subject: CheckSubject,
  world: CheckWorld,
): Promise<readonly CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const check of checks) {
    // Two judges at once would each have a part of the spend limit that one of them may need.
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

function isMetByNothing(rule: CheckRule): boolean {
  return rule.type === 'not-contains' || (rule.type === 'length' && (rule.max ?? 0) > 0)
}

/** Why there may be less text than the model had to say. */
function lackOf({ text, toolCalls, finishReason }: CellResponse): string {
  if (text.trim() === '' && toolCalls.length === 0) return 'The response is empty.'
  if (finishReason === 'length') return 'The response was cut off at its maximum of tokens.'
  return finishReason === 'content_filter' ? 'The response was cut off by a content filter.' : ''
}

import type { Board, Case, CheckOutcome } from '../board.ts'
import { contentHash } from '../content-hash.ts'
import type { Check } from './check.ts'
import { judgeProblem } from './judge/judge.ts'

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

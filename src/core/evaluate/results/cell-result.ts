import type { Board, Case, CellRecord } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { checksOf, outcomeOf } from '../checks/current-outcomes.ts'

/**
 * What a cell came to. `passed`: all of its checks say so. `undecided`: no check failed, and at least one couldn't
 * be made. `done`: there is a response, and no check for it or not all of them applied yet. `error`: there is none.
 */
export type CellResult = 'passed' | 'failed' | 'undecided' | 'done' | 'error'

/** What a cell came to by the checks as they are now; undefined as long as it has no result. */
export function cellResult(
  { checks }: Pick<Board, 'checks'>,
  row: Case,
  record: CellRecord,
): CellResult | undefined {
  if (record.status !== 'done') return record.status === 'error' ? 'error' : undefined
  // Boards have thousands of cells, and each is looked at in every summary.
  const before = known.get(record)
  if (before !== undefined && before.checks === checks && before.row === row) return before.result
  const result = judged(checksOf({ checks }, row), row, record)
  known.set(record, { checks, row, result })
  return result
}

const known = new WeakMap<CellRecord, { checks: Board['checks']; row: Case; result: CellResult }>()

function judged(checks: readonly Check[], row: Case, { outcomes }: CellRecord): CellResult {
  const results = new Set(checks.map((check) => outcomeOf(check, row, outcomes)?.result))
  if (results.has('failed')) return 'failed'
  if (results.has('undecided')) return 'undecided'
  return results.size === 0 || results.has(undefined) ? 'done' : 'passed'
}

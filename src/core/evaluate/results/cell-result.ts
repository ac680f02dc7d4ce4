import type { Board, Case, CellRecord } from '../board.ts'
import { checksOf, outcomeOf } from '../checks/current-outcomes.ts'

/**
 * What a cell came to. `passed`: all of its checks say so. `undecided`: no check failed, and at least one couldn't
 * be made. `done`: there is a response, and no check for it or not all of them applied yet. `error`: there is none.
 */
export type CellResult = 'passed' | 'failed' | 'undecided' | 'done' | 'error'

/** What a cell came to by the checks as they are now; undefined as long as it has no result. */
export function cellResult(
  board: Pick<Board, 'checks'>,
  row: Case,
  { status, outcomes }: CellRecord,
): CellResult | undefined {
  if (status === 'waiting' || status === 'running') return undefined
  if (status === 'error') return 'error'
  const checks = checksOf(board, row)
  const results = new Set(checks.map((check) => outcomeOf(check, row, outcomes)?.result))
  if (results.has('failed')) return 'failed'
  if (results.has('undecided')) return 'undecided'
  return results.size === 0 || results.has(undefined) ? 'done' : 'passed'
}

import type { Board, Case, CellRecord } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { checksOf, outcomeOf } from '../checks/current-outcomes.ts'

/**
 * What a cell came to. `passed`: all of its checks say so. `undecided`: no check failed, and at least one couldn't
 * be made. `done`: there is a response, and no check for it or not all of them applied yet. `error`: there is none.
 */
export type CellResult = 'passed' | 'failed' | 'undecided' | 'done' | 'error'

/** A result, and whether each check of the cell has decided, so that it says something of the configuration. */
interface Judgment {
  result: CellResult
  isWhole: boolean
}

/** What a cell came to by the checks as they are now; undefined as long as it has no result. */
export function cellResult(
  board: Pick<Board, 'checks'>,
  row: Case,
  record: CellRecord,
): CellResult | undefined {
  return judgmentOf(board, row, record)?.result
}

/** What a cell came to, and by all of its checks or only some. */
export function judgmentOf(
  { checks }: Pick<Board, 'checks'>,
  row: Case,
  record: CellRecord,
): Judgment | undefined {
  if (record.status !== 'done')
    return record.status === 'error' ? { result: 'error', isWhole: false } : undefined
  // Boards have thousands of cells, and each is looked at in every summary.
  const before = known.get(record)
  if (before !== undefined && before.checks === checks && before.row === row) return before.judgment
  const judgment = judge(checksOf({ checks }, row), row, record)
  known.set(record, { checks, row, judgment })
  return judgment
}

const known = new WeakMap<CellRecord, { checks: Board['checks']; row: Case; judgment: Judgment }>()

function judge(checks: readonly Check[], row: Case, { outcomes }: CellRecord): Judgment {
  const results = new Set(checks.map((check) => outcomeOf(check, row, outcomes)?.result))
  const isWhole = results.size > 0 && !results.has('undecided') && !results.has(undefined)
  if (results.has('failed')) return { result: 'failed', isWhole }
  if (results.has('undecided')) return { result: 'undecided', isWhole }
  return { result: isWhole ? 'passed' : 'done', isWhole }
}

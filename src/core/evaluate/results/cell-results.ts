import type { Board, Case, CellRecord } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { checksOf, outcomeOf } from '../checks/outcomes.ts'

/** Share of the judged repeats of a case that passed, from 0 to 1, by case. Cases without any are absent. */
export type CaseScores = ReadonlyMap<string, number>

/** A cell of the board with what it came to, as long as it has a result. */
export interface CellWithResult {
  record: CellRecord
  result: CellResult
  /** Whether each of its checks has decided. */
  isWhole: boolean
}

/** The cells with a result that are on the board, by configuration. */
export function resultsByConfiguration(
  board: Board,
  records: readonly CellRecord[],
): ReadonlyMap<string, CellWithResult[]> {
  const before = knownColumns.get(records)
  if (before?.board === board) return before.columns
  const cases = new Map(board.cases.map((row) => [row.id, row]))
  const columns = new Map(
    board.configurations.map(({ id }): [string, CellWithResult[]] => [id, []]),
  )
  for (const record of records) {
    const row = cases.get(record.caseId)
    if (row === undefined || record.repeat >= board.repeats) continue
    const judgment = judgmentOf(board, row, record)
    if (judgment !== undefined) columns.get(record.configurationId)?.push({ record, ...judgment })
  }
  knownColumns.set(records, { board, columns })
  return columns
}

/** What the figures of a board are made of, its verdict is too. */
const knownColumns = new WeakMap<
  readonly CellRecord[],
  { board: Board; columns: ReadonlyMap<string, CellWithResult[]> }
>()

/**
 * The scores of the cases of one configuration. Only what all of its checks decided counts: were a failure of one
 * enough, what can't be decided would leave nothing but failures.
 */
export function caseScores(cells: readonly CellWithResult[]): CaseScores {
  const judged = new Map<string, { passed: number; count: number }>()
  for (const { record, result, isWhole } of cells) {
    if (!isWhole) continue
    const { passed, count } = judged.get(record.caseId) ?? { passed: 0, count: 0 }
    judged.set(record.caseId, { passed: passed + (result === 'passed' ? 1 : 0), count: count + 1 })
  }
  return new Map([...judged].map(([id, { passed, count }]) => [id, passed / count]))
}

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
function judgmentOf(
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

/** Of a normal distribution, for 95 % both sides. */
const Z_95 = 1.959963984540054

/** A proportion, and where the true one lies with 95 % confidence; all from 0 to 1. */
export interface Proportion {
  rate: number
  low: number
  high: number
}

/**
 * The 95 % Wilson score interval of the mean of `count` values from 0 to 1. For values between 0 and 1 it is
 * wider than needed: none vary more than those that are either.
 */
export function wilsonInterval(rate: number, count: number): Proportion {
  const z2 = Z_95 ** 2
  const center = (rate + z2 / (2 * count)) / (1 + z2 / count)
  const half =
    (Z_95 / (1 + z2 / count)) * Math.sqrt((rate * (1 - rate)) / count + z2 / (4 * count ** 2))
  return { rate, low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

import type { Board, CellRecord } from '../board.ts'
import { type CellResult, judgmentOf } from './cell-result.ts'

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
  const before = known.get(records)
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
  known.set(records, { board, columns })
  return columns
}

/** What the figures of a board are made of, its verdict is too. */
const known = new WeakMap<
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

import type { Board, CellRecord } from '../board.ts'
import { cellResult } from './cell-result.ts'

/** Share of the judged repeats of a case that passed, from 0 to 1, by case. Cases without any are absent. */
export type CaseScores = ReadonlyMap<string, number>

/** The records of cells that are on the board, by configuration. */
export function recordsByConfiguration(
  board: Board,
  records: readonly CellRecord[],
): Map<string, CellRecord[]> {
  const cases = new Set(board.cases.map(({ id }) => id))
  const columns = new Map(board.configurations.map(({ id }): [string, CellRecord[]] => [id, []]))
  for (const record of records)
    if (cases.has(record.caseId) && record.repeat < board.repeats)
      columns.get(record.configurationId)?.push(record)
  return columns
}

/** The scores of the cases of one configuration, of what its cells came to. */
export function caseScores(records: readonly CellRecord[]): CaseScores {
  const judged = new Map<string, { passed: number; count: number }>()
  for (const record of records) {
    const result = cellResult(record)
    if (result !== 'passed' && result !== 'failed') continue
    const { passed, count } = judged.get(record.caseId) ?? { passed: 0, count: 0 }
    judged.set(record.caseId, { passed: passed + (result === 'passed' ? 1 : 0), count: count + 1 })
  }
  return new Map([...judged].map(([id, { passed, count }]) => [id, passed / count]))
}

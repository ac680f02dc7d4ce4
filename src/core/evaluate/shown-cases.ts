import { pairKey, type CellsByPair } from './board-state.ts'
import type { Board, Case, CellRecord, CellStatus } from './board.ts'
import { cellView, sumOf } from './cell-view.ts'

/** Which cases are shown: those with a cell of this status, or those whose configurations differ. */
export type CaseFilter = 'all' | 'differ' | CellStatus

/** The order of cases: as on the board, or those first that failed most, cost most or took longest. */
export type CaseOrder = 'board' | 'failures' | 'cost' | 'time'

/** A case with its number on the board, from 1. */
export interface ShownCase {
  number: number
  case: Case
}

/** The shown cases. */
export function filterCases(
  { cases, configurations, repeats }: Board,
  cells: CellsByPair,
  filter: CaseFilter,
): ShownCase[] {
  const numbered = cases.map((one, index) => ({ number: index + 1, case: one }))
  if (filter === 'all') return numbered
  return numbered.filter(({ case: { id: caseId } }) => {
    const statuses = new Set(
      configurations.map(({ id: configurationId }) => {
        const stored = cells.get(pairKey({ caseId, configurationId })) ?? []
        return cellView(stored, repeats).status
      }),
    )
    return filter === 'differ' ? statuses.size > 1 : statuses.has(filter)
  })
}

/** Cases in another order; those that are equal in it stay as on the board. */
export function sortCases(
  shown: readonly ShownCase[],
  { configurations, repeats }: Board,
  cells: CellsByPair,
  order: CaseOrder,
): readonly ShownCase[] {
  if (order === 'board') return shown
  const weighed = shown.map((one) => {
    const records = configurations.flatMap(({ id: configurationId }) => {
      const stored = cells.get(pairKey({ caseId: one.case.id, configurationId })) ?? []
      return cellView(stored, repeats).records
    })
    return { one, weight: WEIGHTS[order](records) }
  })
  return weighed.toSorted((a, b) => b.weight - a.weight).map(({ one }) => one)
}

const WEIGHTS: Readonly<
  Record<Exclude<CaseOrder, 'board'>, (records: readonly CellRecord[]) => number>
> = {
  failures: (records) =>
    records.filter(({ status }) => status === 'failed' || status === 'error').length,
  cost: (records) => sumOf(records, ({ response }) => response?.cost) ?? 0,
  time: (records) => Math.max(0, ...records.map(({ response }) => response?.duration ?? 0)),
}

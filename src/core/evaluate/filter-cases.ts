import { pairKey, type CellsByPair } from './board-state.ts'
import type { Board, Case, CellStatus } from './board.ts'
import { cellView } from './cell-view.ts'

/** Which cases are shown: those with a cell of this status, or those whose configurations differ. */
export type CaseFilter = 'all' | 'differ' | CellStatus

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

import { pairKey, type CellsByPair } from './board-state.ts'
import type { Board, Case } from './board.ts'
import { cellView, sumOf, type CellState, type CellView } from './cell-view.ts'
import type { CellResult } from './results/cell-result.ts'

/** Which cases are shown: those with a cell in this state, or those with different outcomes. */
export type CaseFilter = 'all' | 'differ' | CellState

/** The order of cases: as on the board, or those first that failed most, cost most or took longest. */
export type CaseOrder = 'board' | 'failures' | 'cost' | 'time'

/** A case with its number on the board, from 1. */
export interface ShownCase {
  number: number
  case: Case
}

/** The shown cases. */
export function filterCases(board: Board, cells: CellsByPair, filter: CaseFilter): ShownCase[] {
  const numbered = board.cases.map((one, index) => ({ number: index + 1, case: one }))
  if (filter === 'all') return numbered
  return numbered.filter((one) => {
    const states = viewsOf(one, board, cells).map(({ state }) => state)
    return filter === 'differ'
      ? new Set(states.filter(isOutcome)).size > 1
      : states.includes(filter)
  })
}

/** The cells of a case. */
function viewsOf({ case: row }: ShownCase, board: Board, cells: CellsByPair): CellView[] {
  return board.configurations.map(({ id: configurationId }) =>
    cellView(board, row, cells.get(pairKey({ caseId: row.id, configurationId })) ?? []),
  )
}

/** Cases in another order; those that are equal in it stay as on the board. */
export function sortCases(
  shown: readonly ShownCase[],
  board: Board,
  cells: CellsByPair,
  order: CaseOrder,
): readonly ShownCase[] {
  if (order === 'board') return shown
  const weighed = shown.map((one) => {
    const weights = viewsOf(one, board, cells).map(WEIGHTS[order])
    return {
      one,
      weight:
        order === 'time' ? Math.max(0, ...weights) : weights.reduce((sum, own) => sum + own, 0),
    }
  })
  return weighed.toSorted((a, b) => b.weight - a.weight).map(({ one }) => one)
}

const WEIGHTS: Readonly<Record<Exclude<CaseOrder, 'board'>, (view: CellView) => number>> = {
  failures: ({ results }) => results.filter(isAmiss).length,
  cost: ({ records }) => sumOf(records, ({ response }) => response?.cost) ?? 0,
  time: ({ records }) => Math.max(0, ...records.map(({ response }) => response?.duration ?? 0)),
}

function isAmiss(result: CellResult | undefined): boolean {
  return result !== undefined && result !== 'passed' && result !== 'done'
}

function isOutcome(state: CellState): boolean {
  return state === 'passed' || state === 'failed' || state === 'error'
}

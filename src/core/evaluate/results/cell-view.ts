import { type CellsByPair, pairKey } from '../board-state.ts'
import type { Board, Case, CellRecord, CheckOutcome } from '../board.ts'
import { checksOf, outcomeOf } from '../checks/outcomes.ts'
import { cellResult, type CellResult } from './cell-results.ts'

/**
 * What a cell is shown as. `done`: there are responses, and nothing judged them. `error`: there is no whole
 * response, or its checks couldn't be made.
 */
export type CellState = 'waiting' | 'running' | 'done' | 'passed' | 'failed' | 'error'

/** What the repeats of a case with a configuration came to together. */
export interface CellView {
  state: CellState
  /** Repeats that passed, of all there are to be; undefined where none was judged. */
  passed: number | undefined
  repeats: number
  /** The records of these repeats, in their order. */
  records: readonly CellRecord[]
  /** What each of them came to. */
  results: readonly (CellResult | undefined)[]
  /** Why it isn't passed: an error, a failed check, or one that couldn't be made. */
  reason: string | undefined
}

/** What the repeats of a cell came to: `passed` only if all did. Records of repeats that are no more don't count. */
export function cellView(
  board: Pick<Board, 'checks' | 'repeats'>,
  row: Case,
  stored: readonly CellRecord[],
): CellView {
  const { repeats } = board
  const records = stored.filter(({ repeat }) => repeat < repeats)
  const results = records.map((record) => cellResult(board, row, record))
  const has = (result: CellResult | undefined) => results.includes(result)
  const isRunning = records.some(({ status }) => status === 'running')
  const isWaiting = records.length < repeats || has(undefined)
  const order = ['error', 'undecided', 'failed', 'done', 'passed'] as const
  const settled = order.find(has) ?? 'error'
  const isJudged = has('passed') || has('failed')
  return {
    state: isRunning
      ? 'running'
      : isWaiting
        ? 'waiting'
        : settled === 'undecided'
          ? 'error'
          : settled,
    passed: isJudged ? results.filter((result) => result === 'passed').length : undefined,
    repeats,
    records,
    results,
    reason:
      records.find(({ error }) => error !== undefined)?.error?.message ??
      (has('failed') ? reasonOf('failed') : has('undecided') ? reasonOf('undecided') : undefined),
  }

  function reasonOf(result: CheckOutcome['result']): string | undefined {
    return records
      .flatMap(({ outcomes }) =>
        checksOf(board, row).map((check) => outcomeOf(check, row, outcomes)),
      )
      .find((outcome) => outcome?.result === result)?.reason
  }
}

/** The sum of what is known of a figure, and undefined where nothing is. */
export function sumOf(
  records: readonly CellRecord[],
  figure: (record: CellRecord) => number | undefined,
): number | undefined {
  const known = records.flatMap((record) => figure(record) ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
}

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

import type { Board, CellRecord } from '../board.ts'
import {
  caseScores,
  type CellResult,
  type CellWithResult,
  type Proportion,
  resultsByConfiguration,
  wilsonInterval,
} from './cell-results.ts'
import { currentVotes, type VoteRecord, type WinRate, winRate } from './votes.ts'

/** A median and what 19 of 20 stay below. */
export interface Percentiles {
  p50: number
  p95: number
}

/** What the responses of one configuration came to. */
export interface ColumnResults {
  configurationId: string
  /** Cells, each repeat counted. `waiting` has no result yet. */
  counts: Record<CellResult | 'waiting', number>
  /**
   * Of the cases with a judged response; undefined where there is none. Repeats of one case aren't independent:
   * each case counts once, with the share of its repeats that passed. One that a check couldn't decide isn't judged.
   */
  passRate: (Proportion & { cases: number }) | undefined
  /** Whole ones. */
  responses: number
  /** Of all responses whose cost is known, micro-USD. */
  cost: number
  /** Responses whose cost isn't known. */
  unknownCosts: number
  /** Of all checks, such as judges, micro-USD. */
  checkCost: number
  /** Of blind votes; undefined without any. */
  winRate: WinRate | undefined
  /** ms; undefined without a response that has it. */
  timeToFirstToken: Percentiles | undefined
  /** ms. */
  duration: Percentiles | undefined
}

/** The results of every configuration of a board, in its order. Records and votes of an earlier board don't count. */
export function columnResults(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[] = [],
): ColumnResults[] {
  const columns = resultsByConfiguration(board, records)
  const cells = board.cases.length * board.repeats
  const current = currentVotes(board, records, votes)
  return board.configurations.map(({ id }) => ({
    ...columnOf(id, columns.get(id) ?? [], cells),
    winRate: winRate(current, id),
  }))
}

function columnOf(
  configurationId: string,
  // One that is sent again still has its response of before, which counts no more.
  results: readonly CellWithResult[],
  cells: number,
): Omit<ColumnResults, 'winRate'> {
  const counts = { passed: 0, failed: 0, undecided: 0, done: 0, error: 0, waiting: cells }
  for (const { result } of results) {
    counts[result] += 1
    counts.waiting -= 1
  }
  const scores = [...caseScores(results).values()]
  const records = results.map(({ record }) => record)
  const responses = records.flatMap(({ response }) => response ?? [])
  return {
    configurationId,
    counts,
    passRate:
      scores.length === 0
        ? undefined
        : { ...wilsonInterval(sum(scores) / scores.length, scores.length), cases: scores.length },
    responses: responses.length,
    cost: sum(responses.map(({ cost = 0 }) => cost)),
    unknownCosts: responses.filter(({ cost }) => cost === undefined).length,
    checkCost: sum(records.flatMap(({ outcomes = [] }) => outcomes.map(({ cost = 0 }) => cost))),
    timeToFirstToken: percentiles(responses.map((response) => response.timeToFirstToken)),
    duration: percentiles(responses.map((response) => response.duration)),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** By nearest rank: values that were measured, none between them. */
function percentiles(values: readonly (number | undefined)[]): Percentiles | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  const p50 = at(0.5)
  const p95 = at(0.95)
  return p50 === undefined || p95 === undefined ? undefined : { p50, p95 }
}

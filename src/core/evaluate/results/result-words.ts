import { formatMicroUsd } from '../../format/money.ts'
import { formatDuration, formatNumber } from '../../format/units.ts'
import { type Board, type CellRecord, columnLetter } from '../board.ts'
import { hasChecks } from '../checks/outcomes.ts'
import type { Proportion } from './cell-results.ts'
import type { ColumnResults, Percentiles } from './column-results.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { currentVotes, type VoteRecord, voteVerdict, type WinRate } from './votes.ts'

/**
 * What the results of the configurations of a board are called, and how they read for each of them, in the order in
 * which they are shown. Where nothing was judged or voted on there is no rate.
 */
export function resultTable(
  columns: readonly ColumnResults[],
): readonly { name: string; texts: readonly string[] }[] {
  const row = (name: string, text: (column: ColumnResults) => string) => ({
    name,
    texts: columns.map(text),
  })
  const isJudged = columns.some(({ passRate }) => passRate !== undefined)
  return [
    ...(isJudged
      ? [row('Pass rate', ({ passRate }) => (passRate ? rateText(passRate) : NONE))]
      : []),
    ...(columns.some(({ winRate }) => winRate)
      ? [row('Blind votes won', ({ winRate }) => (winRate ? winRateText(winRate) : NONE))]
      : []),
    row('Results', ({ counts }) => countsText(counts, isJudged)),
    row('Cost', costText),
    ...(columns.some(({ checkCost }) => checkCost > 0)
      ? [row('Cost of checks', ({ checkCost }) => formatMicroUsd(checkCost))]
      : []),
    row('Time to first token, p50 / p95', (column) => timesText(column.timeToFirstToken)),
    row('Total time, p50 / p95', (column) => timesText(column.duration)),
  ]
}

function countsText(counts: ColumnResults['counts'], isJudged: boolean): string {
  return (['passed', 'failed', 'undecided', 'done', 'error', 'waiting'] as const)
    .filter((one) => counts[one] > 0 || (isJudged && (one === 'passed' || one === 'failed')))
    .map((one) => `${formatNumber(counts[one])} ${one}`)
    .join(', ')
}

function costText({ responses, cost, unknownCosts }: ColumnResults): string {
  if (responses === 0) return NONE
  if (unknownCosts === responses) return 'unknown'
  return `${formatMicroUsd(cost)}${unknownCosts === 0 ? '' : ` + ${unknownCosts} unknown`}`
}

const NONE = '–'

/** "64% (45–80%) of 20": how often a configuration was preferred in blind votes. */
export function winRateText(rate: WinRate): string {
  return `${rateText(rate)} of ${formatNumber(rate.votes)}`
}

/** "90% (83–95%)": the interval is of 95 % confidence. */
export function rateText({ rate, low, high }: Proportion): string {
  return `${percent(rate)}% (${percent(low)}–${percent(high)}%)`
}

function percent(share: number): number {
  return Math.round(share * 100)
}

function timesText(times: Percentiles | undefined): string {
  return times === undefined ? NONE : `${formatDuration(times.p50)} / ${formatDuration(times.p95)}`
}

const NO_CHECKS = 'No checks yet'

/** What can be claimed of a board, by its checks and by blind votes: a sentence of each that says something. */
export function verdictTexts(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[],
): string[] {
  const current = currentVotes(board, records, votes)
  const byVotes =
    current.length === 0 ? '' : verdictText(board, voteVerdict(board, current), 'votes')
  return [
    hasChecks(board) ? verdictText(board, verdictOf(board, records)) : NO_CHECKS,
    byVotes === '' ? '' : `Blind votes: ${byVotes}`,
  ].filter((sentence) => sentence !== '')
}

/** What can be claimed of the configurations, in one or two sentences; empty where there is nothing to compare. */
export function verdictText(
  board: Board,
  verdict: Verdict,
  compared: 'pass rates' | 'votes' = 'pass rates',
): string {
  const letters = new Map(board.configurations.map(({ id }, index) => [id, columnLetter(index)]))
  const name = (id: string) => letters.get(id) ?? ''
  switch (verdict.kind) {
    case 'nothing-to-compare':
      return ''
    case 'best':
      return board.configurations.length === 2
        ? `${name(verdict.configurationId)} is better.`
        : `${name(verdict.configurationId)} is better than every other configuration.`
    case 'some': {
      const worse = new Set(verdict.differences.map((difference) => difference.worse))
      const claims = [...worse].map((id) => {
        const names = verdict.differences.flatMap((difference) =>
          difference.worse === id ? [name(difference.better)] : [],
        )
        const better = new Intl.ListFormat('en-US').format(names.toSorted())
        return `${better} ${names.length === 1 ? 'is' : 'are'} better than ${name(id)}`
      })
      return `${new Intl.ListFormat('en-US').format(claims)}. No best configuration can be claimed.`
    }
    case 'none':
      return verdict.casesNeeded === undefined
        ? `No difference can be claimed: the ${compared} are equal.`
        : `No difference can be claimed. About ${formatNumber(rounded(verdict.casesNeeded))} cases would be needed.`
  }
}

/** To two digits: nobody knows more exactly. */
function rounded(count: number): number {
  return Number(count.toPrecision(2))
}

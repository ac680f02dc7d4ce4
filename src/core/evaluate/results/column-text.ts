import { formatDuration } from '../../format/duration.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { formatNumber } from '../../format/number.ts'
import type { WinRate } from '../votes/vote-results.ts'
import type { ColumnResults, Percentiles } from './column-results.ts'
import type { Proportion } from './wilson.ts'

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
function rateText({ rate, low, high }: Proportion): string {
  return `${percent(rate)}% (${percent(low)}–${percent(high)}%)`
}

function percent(share: number): number {
  return Math.round(share * 100)
}

function timesText(times: Percentiles | undefined): string {
  return times === undefined ? NONE : `${formatDuration(times.p50)} / ${formatDuration(times.p95)}`
}

import { formatDuration } from '../../format/duration.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { formatNumber } from '../../format/number.ts'
import type { WinRate } from '../votes/vote-results.ts'
import type { ColumnResults, Percentiles } from './column-results.ts'
import type { Proportion } from './wilson.ts'

/** What the results of a configuration are called, and how they read, in the order in which they are shown. */
export function columnTexts(column: ColumnResults): readonly (readonly [string, string])[] {
  const { passRate, winRate, counts, cost, unknownCosts, checkCost } = column
  const results = (['passed', 'failed', 'undecided', 'error', 'waiting'] as const)
    .filter((result) => counts[result] > 0 || result === 'passed' || result === 'failed')
    .map((result) => `${formatNumber(counts[result])} ${result}`)
  return [
    ['Pass rate', passRate === undefined ? NONE : rateText(passRate)],
    ...(winRate === undefined ? [] : [['Blind votes won', winRateText(winRate)] as const]),
    ['Results', results.join(', ')],
    ['Cost', `${formatMicroUsd(cost)}${unknownCosts === 0 ? '' : ` + ${unknownCosts} unknown`}`],
    ...(checkCost === 0 ? [] : [['Cost of checks', formatMicroUsd(checkCost)] as const]),
    ['Time to first token, p50 / p95', timesText(column.timeToFirstToken)],
    ['Total time, p50 / p95', timesText(column.duration)],
  ]
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

import { formatDuration } from '../../format/duration.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { formatNumber } from '../../format/number.ts'
import type { ColumnResults, Percentiles } from './column-results.ts'

/** What the results of a configuration are called, and how they read, in the order in which they are shown. */
export function columnTexts(column: ColumnResults): readonly (readonly [string, string])[] {
  const { passRate, counts, cost, unknownCosts, checkCost } = column
  const results = (['passed', 'failed', 'undecided', 'error', 'waiting'] as const)
    .filter((result) => counts[result] > 0 || result === 'passed' || result === 'failed')
    .map((result) => `${formatNumber(counts[result])} ${result}`)
  return [
    ['Pass rate', passRate === undefined ? NONE : passRateText(passRate)],
    ['Results', results.join(', ')],
    ['Cost', `${formatMicroUsd(cost)}${unknownCosts === 0 ? '' : ` + ${unknownCosts} unknown`}`],
    ...(checkCost === 0 ? [] : [['Cost of checks', formatMicroUsd(checkCost)] as const]),
    ['Time to first token, p50 / p95', timesText(column.timeToFirstToken)],
    ['Total time, p50 / p95', timesText(column.duration)],
  ]
}

const NONE = '–'

/** "90% (83–95%)": the interval is of 95 % confidence. */
function passRateText({ rate, low, high }: NonNullable<ColumnResults['passRate']>): string {
  return `${percent(rate)}% (${percent(low)}–${percent(high)}%)`
}

function percent(share: number): number {
  return Math.round(share * 100)
}

function timesText(times: Percentiles | undefined): string {
  return times === undefined ? NONE : `${formatDuration(times.p50)} / ${formatDuration(times.p95)}`
}

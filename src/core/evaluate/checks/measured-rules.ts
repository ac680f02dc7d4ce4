import { formatDuration } from '../../format/duration.ts'
import { formatMicroUsd } from '../../format/money.ts'
import type { CellResponse } from '../board.ts'
import { type Finding, failed, passed, undecided } from './finding.ts'

/** Whether a response cost at most so much, micro-USD. */
export function checkMaxCost({ cost }: CellResponse, limit: number): Finding {
  if (cost === undefined)
    return undecided('Unknown cost: neither the response nor the prices of the model have it.')
  return cost <= limit
    ? passed
    : failed(`Expected at most ${formatMicroUsd(limit)}, received ${formatMicroUsd(cost)}.`)
}

/** Whether the first token came within a time, ms. */
export function checkTimeToFirstToken({ timeToFirstToken }: CellResponse, limit: number): Finding {
  if (timeToFirstToken === undefined)
    return undecided('Unknown time to first token: the response was not streamed.')
  return timeToFirstToken <= limit
    ? passed
    : failed(
        `Expected the first token within ${formatDuration(limit)}, received it after ${formatDuration(timeToFirstToken)}.`,
      )
}

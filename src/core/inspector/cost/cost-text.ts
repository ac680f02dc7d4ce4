import { chargeFrom, microUsdFrom } from '../../../../contract/money.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { formatMicroUsd, formatUsd } from '../../format/money.ts'
import { balancesOf } from './balance-movement.ts'

/**
 * What an exchange cost against what the balance did, in sentences.
 * @param movement what the balance went down by, micro-USD; undefined when not known
 */
export function costSentences(
  exchange: Pick<Exchange, 'headers' | 'providerName' | 'receipt'>,
  movement: number | undefined,
): string[] {
  const { beforeUsd, afterUsd } = balancesOf(exchange)
  const before = microUsdFrom(beforeUsd)
  const { cost, estimatedMicroUsd } = exchange.receipt
  const named = cost?.usd
  const declared = chargeFrom(named)
  const sentences: string[] = []
  if (estimatedMicroUsd !== undefined)
    sentences.push(
      `${named === undefined ? 'No cost' : 'A cost of 0'} reported in the response. Spend limits count ${formatMicroUsd(estimatedMicroUsd)}: its tokens at list price.`,
    )
  else if (named === undefined) sentences.push('No cost reported in the response.')
  else if (declared === undefined)
    sentences.push(
      `The reported cost of ${formatUsd(named)} is no charge. Spend limits count the max cost instead.`,
    )
  else if (before !== undefined)
    sentences.push(
      `${formatMicroUsd(before)} before the request, minus the reported ${formatMicroUsd(declared)}, leaves ${formatMicroUsd(before - declared)}.`,
    )
  if (before === undefined && afterUsd === undefined)
    sentences.push('No balance in the visible headers.')
  else sentences.push(movementSentence(declared, movement, before === undefined))
  return sentences
}

function movementSentence(
  declared: number | undefined,
  movement: number | undefined,
  isWallet: boolean,
): string {
  if (movement === undefined)
    return isWallet
      ? 'The actual charge is unknown: no balance reported just before this request.'
      : 'The next request shows the actual charge: this balance is the one before it.'
  if (movement === declared)
    return `The balance went down by ${formatMicroUsd(movement)}, as reported.`
  if (movement < 0) return `The balance went up by ${formatMicroUsd(-movement)}: it was topped up.`
  const moved = `The balance went down by ${formatMicroUsd(movement)}`
  if (declared === undefined) return `${moved}.`
  return `${moved}, but the reported cost was ${formatMicroUsd(declared)}: other requests, or a delayed charge.`
}

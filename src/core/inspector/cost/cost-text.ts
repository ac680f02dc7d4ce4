import { microUsdFrom } from '../../../../contract/money.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { formatMicroUsd } from '../../format/money.ts'
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
  const declared = microUsdFrom(exchange.receipt.cost?.usd)
  const sentences: string[] = []
  if (declared === undefined) sentences.push('The answer does not say what it cost.')
  else if (before !== undefined)
    sentences.push(
      `${formatMicroUsd(before)} before the request, less the declared ${formatMicroUsd(declared)}, leaves ${formatMicroUsd(before - declared)}.`,
    )
  if (before === undefined && afterUsd === undefined)
    sentences.push('The headers that the page can read hold no balance.')
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
      ? 'What it really moved by is not known: no request just before this one told the balance.'
      : 'The next request tells what was really charged: this balance is the one before the request.'
  if (movement === declared)
    return `The balance went down by ${formatMicroUsd(movement)}, as declared.`
  if (movement < 0)
    return `The balance went up by ${formatMicroUsd(-movement)}: credit was added meanwhile.`
  const moved = `The balance went down by ${formatMicroUsd(movement)}`
  if (declared === undefined) return `${moved}.`
  return `${moved}, not by the declared ${formatMicroUsd(declared)}. Something else used the same credit, the charge is booked later, or the declared cost is not what is charged.`
}

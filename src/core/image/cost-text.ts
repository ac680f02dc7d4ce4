import { formatMicroUsd } from '../format/money.ts'
import type { ImageRun } from '../storage/images/image-run.ts'

/**
 * What a finished run cost, and a wallet's balance where the response has it.
 * `isUnderWay`: others of the same press are, so the balance is not asked yet.
 */
export function costInWords(run: ImageRun, isUnderWay: boolean): string {
  const { balanceAfterMicroUsd: after } = run
  const cost = isUnderWay ? priceInWords(run) : chargeInWords(run)
  return after === undefined ? cost : `${cost} Balance: ${formatMicroUsd(after)}.`
}

function priceInWords({ priceMicroUsd: price }: ImageRun): string {
  const listed = price === undefined ? 'No list price' : `List price ${formatMicroUsd(price)}`
  return `${listed}. The charge is known once all variations end.`
}

/** By the balance; or what was to be expected where that is not known. */
function chargeInWords({ charged, priceMicroUsd }: ImageRun): string {
  const price = priceMicroUsd === undefined ? undefined : formatMicroUsd(priceMicroUsd)
  if (charged === undefined)
    return price === undefined
      ? 'Cost unknown: no list price and no balance reported.'
      : `List price ${price}. The charge is unknown.`
  const paid = formatMicroUsd(charged.microUsd)
  if (charged.own !== undefined)
    return `${formatMicroUsd(charged.own)} charged, ${paid} for all ${charged.runs} variations.`
  if (charged.runs > 1) return `${paid} charged for all ${charged.runs} variations.`
  if (priceMicroUsd === undefined || priceMicroUsd === charged.microUsd) return `${paid} charged.`
  return `${paid} charged, list price ${price}. Other requests may share this balance.`
}

/** How the balance changed since before a run whose outcome is not known, in words. */
export function balanceInWords(run: ImageRun, nowMicroUsd: number): string {
  const { balanceBeforeMicroUsd: before, priceMicroUsd: price } = run
  const now = `Balance: ${formatMicroUsd(nowMicroUsd)}.`
  if (before === undefined) return `${now} The balance before this run is unknown.`
  const moved = before - nowMicroUsd
  if (moved === 0) return `${now} Unchanged since before this run: not billed so far.`
  if (moved < 0) return `${now} It was ${formatMicroUsd(before)} before this run: topped up since.`
  const same = moved === price ? ' (the price of this edit: it was billed)' : ''
  return `${now} It was ${formatMicroUsd(before)} before this run, so ${formatMicroUsd(moved)} less${same}.`
}

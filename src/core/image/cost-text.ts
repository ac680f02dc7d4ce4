import { formatMicroUsd } from '../format/money.ts'
import type { ImageRun } from '../storage/images/image-run.ts'

/**
 * What a finished run cost, and what is left of a wallet's credit where its answer told it.
 * `isUnderWay`: others of the same press are, so the balance is not asked yet.
 */
export function costInWords(run: ImageRun, isUnderWay: boolean): string {
  const { balanceAfterMicroUsd: after } = run
  const cost = isUnderWay ? priceInWords(run) : chargeInWords(run)
  return after === undefined ? cost : `${cost} ${formatMicroUsd(after)} of credit is left.`
}

function priceInWords({ priceMicroUsd: price }: ImageRun): string {
  const listed = price === undefined ? 'No price is listed' : `Listed at ${formatMicroUsd(price)}`
  return `${listed}; what was charged is told once all of this press have ended.`
}

/** By the balance; or what was to be expected where that is not known. */
function chargeInWords({ charged, priceMicroUsd }: ImageRun): string {
  const price = priceMicroUsd === undefined ? undefined : formatMicroUsd(priceMicroUsd)
  if (charged === undefined)
    return price === undefined
      ? 'What it cost is not known: neither the list of models nor the balance tells.'
      : `Listed at ${price}; the balance does not tell what was charged.`
  const paid = formatMicroUsd(charged.microUsd)
  if (charged.own !== undefined)
    return `${formatMicroUsd(charged.own)} charged; ${paid} for the ${charged.runs} edits of this press.`
  if (charged.runs > 1) return `${paid} charged for the ${charged.runs} edits of this press.`
  if (priceMicroUsd === undefined || priceMicroUsd === charged.microUsd) return `${paid} charged.`
  return `${paid} charged, not the listed ${price}: something else may have used the same credit.`
}

/** What the credit did since before a run whose outcome is not known, in words. */
export function balanceInWords(run: ImageRun, nowMicroUsd: number): string {
  const { balanceBeforeMicroUsd: before, priceMicroUsd: price } = run
  const now = `The credit is ${formatMicroUsd(nowMicroUsd)} now.`
  if (before === undefined) return `${now} What it was before this run is not known.`
  const moved = before - nowMicroUsd
  if (moved === 0) return `${now} It has not moved since before this run: it was not billed so far.`
  if (moved < 0)
    return `${now} It was ${formatMicroUsd(before)} before: credit was added meanwhile.`
  const same = moved === price ? ', which is the price of this edit: it was billed' : ''
  return `${now} It was ${formatMicroUsd(before)} before this run, so ${formatMicroUsd(moved)} less${same}.`
}

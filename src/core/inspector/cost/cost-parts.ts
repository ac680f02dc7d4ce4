import { pricedCounts } from '../../../../contract/chat/read/read-facts.ts'
import {
  type Balances,
  balancesOf as headerBalances,
} from '../../../../contract/headers/response-facts.ts'
import { given, isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { costInMicroUsd, priceOf } from '../../../../contract/models/price.ts'
import { chargeFrom, microUsdFrom } from '../../../../contract/money.ts'
import { wireName } from '../../../../contract/provider-name.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { formatMicroUsd, formatUsd } from '../../format/money.ts'

/** A declared cost taken apart, micro-USD. */
interface CostParts {
  /** The tokens at the prices of the list of models. */
  tokens: number
  /** What is left: searches, pages and whatever else is billed by use. Negative below list price. */
  surcharges: number
}

/** Takes the declared cost apart; undefined without cost, usage or a published price. */
export function costParts(
  { receipt: { cost, usage } }: Pick<Exchange, 'receipt'>,
  model: Model | undefined,
): CostParts | undefined {
  const declared = chargeFrom(cost?.usd)
  const counts = pricedCounts(usage)
  if (declared === undefined || counts === undefined || model === undefined) return undefined
  // What DIEM paid is not in the USD part.
  if (priceOf(model) === undefined || (cost?.diem ?? 0) > 0) return undefined
  const tokens = costInMicroUsd(model, counts)
  return { tokens, surcharges: declared - tokens }
}

const BILLED_BY_USE = ['enable_web_search', 'enable_web_scraping', 'enable_x_search'] as const

/** What the difference between declared cost and tokens is, in a sentence. */
export function surchargeSentence(
  exchange: Pick<Exchange, 'request' | 'providerName'>,
  { surcharges }: CostParts,
): string {
  const used = billedByUse(exchange)
  if (surcharges === 0) return 'The cost matches the tokens at list price.'
  if (surcharges < 0)
    return `${formatMicroUsd(-surcharges)} less than list price: a custom price, or the list changed.`
  return used.length === 0
    ? `${formatMicroUsd(surcharges)} above list price, without usage-based features in the request.`
    : `Includes usage-based charges for ${used.join(' and ')}.`
}

/** What a request asked for that is billed besides its tokens. */
export function billedByUse({
  request,
  providerName,
}: Pick<Exchange, 'request' | 'providerName'>): string[] {
  const asked = BILLED_BY_USE.filter((name) =>
    isOn(memberOf(memberOf(request.body, wireName('vendor_parameters', providerName)), name)),
  )
  const bySuffix = BILLED_BY_USE.filter((name) => isInSuffix(memberOf(request.body, 'model'), name))
  return [...new Set([...asked, ...bySuffix])]
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined
}

function isOn(value: JsonValue | undefined): boolean {
  return value === true || value === 'on' || value === 'auto'
}

function isInSuffix(model: JsonValue | undefined, name: string): boolean {
  return typeof model === 'string' && new RegExp(`[:&]${name}=(?:on|auto|true)`).test(model)
}

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

/** The balances that a response told; where the headers are masked, as in a saved file, the receipt tells. */
export function balancesOf({
  headers,
  providerName,
  receipt,
}: Pick<Exchange, 'headers' | 'providerName' | 'receipt'>): Balances {
  const { balanceBeforeUsd: beforeUsd, balanceAfterUsd: afterUsd } = receipt
  return { ...headerBalances(headers, providerName), ...given({ beforeUsd, afterUsd }) }
}

/**
 * What the USD balance went down by during an exchange, in micro-USD. A response tells the balance
 * either before or after its request, so the neighbouring exchange with the same API is needed. Undefined when there is none or when another one ran at the same time.
 * @param exchanges all exchanges of the page, oldest first
 */
export function balanceMovement(
  exchange: Exchange,
  exchanges: readonly Exchange[],
): number | undefined {
  const origin = originOf(exchange)
  const peers = exchanges.filter((other) => originOf(other) === origin)
  if (peers.some((other) => other.id !== exchange.id && overlaps(other, exchange))) return undefined
  const at = peers.findIndex(({ id }) => id === exchange.id)
  const { beforeUsd, afterUsd } = balancesOf(exchange)
  const [previous, next] = [peers[at - 1], peers[at + 1]]
  const before = beforeUsd ?? (previous && balancesOf(previous).afterUsd)
  const after = afterUsd ?? (next && balancesOf(next).beforeUsd)
  const [from, to] = [microUsdFrom(before), microUsdFrom(after)]
  return from === undefined || to === undefined ? undefined : from - to
}

function originOf({ request }: Exchange): string {
  return new URL(request.url).origin
}

function overlaps(one: Exchange, other: Exchange): boolean {
  return one.startedAt < endOf(other) && other.startedAt < endOf(one)
}

function endOf({ startedAt, timing }: Exchange): number {
  return timing.end === undefined ? Infinity : startedAt + timing.end
}

import { pricedCounts } from '../../../../contract/chat/read/read-facts.ts'
import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { costInMicroUsd, priceOf } from '../../../../contract/models/price.ts'
import { chargeFrom } from '../../../../contract/money.ts'
import { wireName } from '../../../../contract/provider-name.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { formatMicroUsd } from '../../format/money.ts'

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

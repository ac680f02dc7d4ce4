import { contextTokensOf, modelName, type Model } from '../../../../contract/models/model.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import { capabilitiesInWords, searchedText, type Capability } from './model-facts.ts'

/** The orders in which models are listed. */
export const MODEL_SORTS = ['as listed', 'name', 'price', 'context'] as const
type ModelSort = (typeof MODEL_SORTS)[number]

/** What someone looks for among the models. */
export interface ModelQuery {
  search: string
  /** All of these must be there. */
  capabilities: readonly Capability[]
  tier: string | undefined
  /** The highest price of output, micro-USD per million tokens. */
  mostPrice: number | undefined
  /** The least context, tokens. */
  leastContext: number | undefined
  sort: ModelSort
}

export const EMPTY_QUERY: ModelQuery = {
  search: '',
  capabilities: [],
  tier: undefined,
  mostPrice: undefined,
  leastContext: undefined,
  sort: 'as listed',
}

/** The models that a query asks for, in its order. What a model does not say does not meet a limit. */
export function selectModels(models: readonly Model[], query: ModelQuery): Model[] {
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter((model) => {
    const text = searchedText(model)
    const can = capabilitiesInWords(model)
    const { mostPrice, leastContext, tier } = query
    return (
      words.every((word) => text.includes(word)) &&
      query.capabilities.every((capability) => can.includes(capability)) &&
      (tier === undefined || model.model_spec?.tier === tier) &&
      (mostPrice === undefined || outputPrice(model) <= mostPrice) &&
      (leastContext === undefined || (contextTokensOf(model) ?? 0) >= leastContext)
    )
  })
  return query.sort === 'as listed' ? found : found.toSorted(ORDERS[query.sort])
}

const ORDERS: Readonly<Record<Exclude<ModelSort, 'as listed'>, (a: Model, b: Model) => number>> = {
  name: (a, b) => modelName(a).localeCompare(modelName(b), 'en'),
  price: (a, b) => difference(outputPrice(a), outputPrice(b)),
  context: (a, b) => (contextTokensOf(b) ?? 0) - (contextTokensOf(a) ?? 0),
}

/** A model without a price comes last. */
function outputPrice(model: Model): number {
  return priceOf(model)?.output ?? Number.POSITIVE_INFINITY
}

function difference(a: number, b: number): number {
  return a === b ? 0 : a - b
}

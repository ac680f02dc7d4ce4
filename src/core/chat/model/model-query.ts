import { contextTokensOf, modelName, type Model } from '../../../../contract/models/model.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import {
  CAPABILITY_WORDS,
  capabilitiesInWords,
  searchedText,
  type Capability,
} from './model-facts.ts'

/** The orders in which models are listed. */
export type ModelSort = 'as listed' | 'name' | 'price' | 'context'

/** Limits to choose from: micro-USD per million tokens of output, and tokens of context. */
const PRICES = [1_000_000, 5_000_000, 20_000_000]
const CONTEXTS = [32_000, 128_000, 1_000_000]

/** Smallest first; a tier of another name comes before them. */
const TIERS = ['XS', 'S', 'M', 'L', 'XL']

/** What models can be filtered by. */
export interface ModelFilters {
  capabilities: readonly Capability[]
  tiers: readonly string[]
  /** Micro-USD per million tokens of output. */
  prices: readonly number[]
  /** Tokens. */
  contexts: readonly number[]
}

/** From so many models on, one looks for more than the main capabilities. */
const MANY_MODELS = 30
const MAIN: readonly Capability[] = [
  'vision',
  'audio',
  'files',
  'tools',
  'schema',
  'reasoning',
  'web search',
]

/** The filters that at least one of the models passes; of a short list only the main capabilities. */
export function offeredFilters(models: readonly Model[]): ModelFilters {
  const isOffered = (query: Partial<ModelQuery>) =>
    selectModels(models, { ...EMPTY_QUERY, ...query }).length > 0
  const capabilities = CAPABILITY_WORDS.filter((word) => isOffered({ capabilities: [word] }))
  if (models.length < MANY_MODELS)
    return {
      capabilities: capabilities.filter((word) => MAIN.includes(word)),
      tiers: [],
      prices: [],
      contexts: [],
    }
  return {
    capabilities,
    tiers: [...new Set(models.flatMap(({ model_spec }) => model_spec?.tier ?? []))].toSorted(
      (a, b) => TIERS.indexOf(a) - TIERS.indexOf(b),
    ),
    prices: PRICES.filter((mostPrice) => isOffered({ mostPrice })),
    contexts: CONTEXTS.filter((leastContext) => isOffered({ leastContext })),
  }
}

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

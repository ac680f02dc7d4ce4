import type { Usage } from '../chat/response.ts'
import { chargeFrom, countedCharge, MICRO_USD_PER_USD } from '../money.ts'
import { contextTokensOf, type Model } from './model.ts'

/** Prices of a text model, micro-USD per million tokens. A member is absent when unpublished. */
export interface TokenPrice {
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

interface TextPrice extends TokenPrice {
  readonly extended?: TokenPrice & { readonly aboveTokens: number }
}

/** The token prices of a model in micro-USD per million tokens; undefined when it has none. */
export function priceOf(model: Model): TextPrice | undefined {
  if (!known.has(model)) known.set(model, readPrice(model))
  return known.get(model)
}

/** Prices that were read; a model is never changed. */
const known = new WeakMap<Model, TextPrice | undefined>()

function readPrice(model: Model): TextPrice | undefined {
  const pricing = model.model_spec?.pricing
  if (!pricing) return undefined
  const base = tokenPrice({
    input: pricing.input?.usd,
    output: pricing.output?.usd,
    cacheRead: pricing.cache_input?.usd,
    cacheWrite: pricing.cache_write?.usd,
  })
  if (base.input === undefined && base.output === undefined) return undefined
  const { extended } = pricing
  const aboveTokens = extended?.context_token_threshold
  if (extended === undefined || aboveTokens === undefined) return base
  const far = tokenPrice({ input: extended.input?.usd, output: extended.output?.usd })
  return { ...base, extended: { ...far, aboveTokens } }
}

function tokenPrice(usd: Record<string, number | undefined>): TokenPrice {
  return Object.fromEntries(
    Object.entries(usd).flatMap(([name, value]) => {
      const micro = chargeFrom(value)
      return micro === undefined ? [] : [[name, micro]]
    }),
  )
}

/**
 * The most that the answer of a request can cost, micro-USD, rounded up: the tokens it may have at
 * the price of the model, over all choices. `most` is the request's limit, else the model's own, else
 * what its context leaves beside a known `prompt`. Undefined without a price or without any limit.
 * The prompt and usage such as searches come on top.
 */
export function answerCeiling(
  model: Model,
  {
    most,
    choices = 1,
    prompt,
  }: {
    readonly most?: number | undefined
    readonly choices?: number | undefined
    /** Tokens of the prompt; undefined when it is not known, then the higher price counts. */
    readonly prompt?: number
  },
): number | undefined {
  const price = priceOf(model)
  const tokens = answerTokens(model, { most, prompt })
  if (price?.output === undefined || tokens === undefined) return undefined
  const far = prompt === undefined || isFar(price, prompt) ? (price.extended?.output ?? 0) : 0
  return Math.ceil((tokens * choices * Math.max(price.output, far)) / MICRO_USD_PER_USD)
}

/**
 * The most tokens that one answer may have: the request's limit, else the model's own, else what its context
 * leaves beside a known prompt. Undefined without any limit.
 */
export function answerTokens(
  model: Model,
  { most, prompt }: { readonly most?: number | undefined; readonly prompt?: number | undefined },
): number | undefined {
  const context = contextTokensOf(model)
  const own =
    countedCharge(model.model_spec?.maxCompletionTokens, undefined) ??
    (context === undefined || prompt === undefined ? undefined : Math.max(0, context - prompt))
  return most === undefined ? own : own === undefined ? most : Math.min(most, own)
}

/** The most that a prompt of so many tokens can cost, micro-USD, rounded up. */
export function promptCeiling(price: TextPrice, prompt: number): number {
  const far = isFar(price, prompt) ? (price.extended?.input ?? 0) : 0
  // A token written to the cache costs more than one that is only read.
  const perToken = Math.max(price.input ?? 0, far, price.cacheWrite ?? 0)
  return Math.ceil((prompt * perToken) / MICRO_USD_PER_USD)
}

function isFar({ extended }: TextPrice, prompt: number): boolean {
  return extended !== undefined && prompt > extended.aboveTokens
}

/**
 * The price of one image edit in micro-USD: by resolution and quality where the model has such a
 * table, then by resolution, then its single price. Undefined when none is published. A request
 * without `quality` is billed at the model's default. What enhancing a prompt costs beside is not published either.
 */
export function editPriceOf(
  model: Model,
  options: {
    readonly resolution?: string | undefined
    readonly quality?: string | undefined
    readonly isEnhanced?: boolean
  },
): number | undefined {
  if (options.isEnhanced === true) return undefined
  const pricing = model.model_spec?.pricing
  const constraints = model.model_spec?.constraints
  const resolution = options.resolution ?? constraints?.defaultResolution ?? '1K'
  const quality = options.quality ?? constraints?.defaultQuality
  const usd =
    own(own(pricing?.quality, resolution), quality)?.usd ??
    own(pricing?.resolutions, resolution)?.usd ??
    pricing?.inpaint?.usd
  return chargeFrom(usd)
}

function own<T>(table: Record<string, T> | undefined, key: string | undefined): T | undefined {
  return table && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

/*
 * What searches cost beside tokens. The contract says only that they are billed; the real service takes the
 * same for each, and so does the local one.
 */

/** One web search, micro-USD. */
export const WEB_SEARCH_MICRO_USD = 10_000

/** One page that was read (`enable_web_scraping`), micro-USD. */
export const SCRAPED_PAGE_MICRO_USD = 10_000

/** One search by the model provider's own means (`enable_x_search`), micro-USD. */
export const X_SEARCH_MICRO_USD = 10_000

const TOKENS_PER_PRICE = 1_000_000n

/**
 * What so many tokens of a model cost, micro-USD, rounded up to a whole one. Tokens of all choices
 * together. Tokens read from or written to the prompt cache have prices of their own where the model
 * names them. A model without prices costs nothing.
 */
export function costInMicroUsd(
  model: Model,
  usage: Pick<Usage, 'prompt_tokens' | 'completion_tokens' | 'prompt_tokens_details'>,
): number {
  const price = priceOf(model)
  if (price === undefined) return 0
  const { extended } = price
  const far =
    extended !== undefined && usage.prompt_tokens > extended.aboveTokens ? extended : undefined
  const input = far?.input ?? price.input ?? 0
  const output = far?.output ?? price.output ?? 0
  const details = usage.prompt_tokens_details
  const prompt = whole(usage.prompt_tokens)
  const read = Math.min(whole(details?.cached_tokens), prompt)
  const written = Math.min(whole(details?.cache_creation_input_tokens), prompt - read)
  const total =
    BigInt(prompt - read - written) * BigInt(input) +
    BigInt(read) * BigInt(price.cacheRead ?? input) +
    BigInt(written) * BigInt(price.cacheWrite ?? input) +
    BigInt(whole(usage.completion_tokens)) * BigInt(output)
  return Number((total + TOKENS_PER_PRICE - 1n) / TOKENS_PER_PRICE)
}

/** A count as other servers write it: a part of a token is a token, and none is less than nothing. */
function whole(count: number | null | undefined): number {
  return Math.max(0, Math.ceil(count ?? 0))
}

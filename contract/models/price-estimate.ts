import { messageText, type Message } from '../chat/messages.ts'
import { MAX_SCRAPED_URLS, tokenLimit, webUrls } from '../chat/request/request.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import { contextTokensOf, type Model } from './model.ts'
import {
  answerCeiling,
  priceOf,
  promptCeiling,
  SCRAPED_PAGE_MICRO_USD,
  WEB_SEARCH_MICRO_USD,
  X_SEARCH_MICRO_USD,
} from './price.ts'

/** What one request may cost at most, in micro-USD; undefined where no price or no limit is known. */
export interface PriceEstimate {
  microUsd: number | undefined
  /** Searches may be billed besides tokens. The estimate has them at the price of the real service; an API may have another. */
  extras: boolean
}

/** One token has at least about this many bytes of UTF-8; fewer bytes make the bound higher. */
const BYTES_PER_TOKEN = 2
/** Role marks and the like, for each message. */
const TOKENS_PER_MESSAGE = 8
/** A large picture at full detail, with caution. */
const TOKENS_PER_IMAGE = 4_096

/**
 * An upper bound of what a request costs: every token of the prompt at a cautious count, and as many
 * tokens of answer as the limit in force allows, for each choice. A recording or a file may hold
 * anything: it counts as all that the model can read. An estimate: the service counts in its own way.
 * @param moreTokens of the prompt that aren't in the messages yet; at most all that the model can read count
 */
export function estimatePrice(
  model: Model | undefined,
  settings: JsonObject,
  messages: readonly Message[],
  moreTokens = 0,
): PriceEstimate {
  const searches = searchCeiling(settings, messages)
  const extras = searches > 0
  const price = model === undefined ? undefined : priceOf(model)
  if (model === undefined || price === undefined) return { microUsd: undefined, extras }
  const prompt = promptTokens(messages, settings, contextTokensOf(model), moreTokens)
  const answer =
    prompt === undefined ? undefined : answerCeiling(model, { ...answerLimits(settings), prompt })
  if (prompt === undefined || answer === undefined) return { microUsd: undefined, extras }
  return { microUsd: promptCeiling(price, prompt) + answer + searches, extras }
}

/** How long the answer may be and how many there are, as the settings of a request say. */
export function answerLimits(settings: JsonObject) {
  const choices = numberOf(settings['n'])
  return {
    most: tokenLimit({
      ...withNumber('max_completion_tokens', settings),
      ...withNumber('max_tokens', settings),
    }),
    choices: choices !== undefined && choices >= 1 ? choices : undefined,
  }
}

/** Several estimates as one: the sum of those known, and how many are not. */
export function sumEstimates(
  estimates: readonly PriceEstimate[],
): PriceEstimate & { unknown: number } {
  const known = estimates.flatMap(({ microUsd }) => microUsd ?? [])
  return {
    microUsd: known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0),
    unknown: estimates.length - known.length,
    extras: estimates.some(({ extras }) => extras),
  }
}

/** Undefined when it may hold anything, such as a file, and the model does not say how much it reads. */
function promptTokens(
  messages: readonly Message[],
  { tools, response_format }: JsonObject,
  context: number | undefined,
  moreTokens: number,
): number | undefined {
  const sizes = messages.map(sizeOf)
  if (sizes.some(({ isOpen }) => isOpen)) return context
  const fields = [tools, response_format].filter((field) => field !== undefined)
  const bytes = [
    ...sizes.map((size) => size.bytes),
    ...fields.map((field) => utf8Length(JSON.stringify(field))),
  ].reduce((sum, count) => sum + count, 0)
  const images = sizes.reduce((sum, size) => sum + size.images, 0)
  const tokens =
    Math.ceil(bytes / BYTES_PER_TOKEN) +
    TOKENS_PER_MESSAGE * messages.length +
    TOKENS_PER_IMAGE * images +
    moreTokens
  if (context !== undefined) return Math.min(tokens, context)
  return tokens === Infinity ? undefined : tokens
}

interface MessageSize {
  /** Of its text and its calls, in UTF-8. */
  bytes: number
  images: number
  /** Something in it may hold anything. */
  isOpen: boolean
}

/** Messages don't change: each is measured once, not again with every key that is pressed below them. */
const measured = new WeakMap<Message, MessageSize>()

function sizeOf(message: Message): MessageSize {
  const known = measured.get(message)
  if (known !== undefined) return known
  const types = Array.isArray(message.content) ? message.content.map(({ type }) => type) : []
  const calls = 'tool_calls' in message ? message.tool_calls : undefined
  const size = {
    bytes:
      utf8Length(messageText(message)) + (calls == null ? 0 : utf8Length(JSON.stringify(calls))),
    images: types.filter((type) => type === 'image_url').length,
    isOpen: types.some((type) => type !== 'text' && type !== 'image_url'),
  }
  measured.set(message, size)
  return size
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).byteLength
}

/** The most that searches of one request cost, micro-USD: a search of each kind, and the pages that it names. */
function searchCeiling(
  { vendor_parameters: vendor }: JsonObject,
  messages: readonly Message[],
): number {
  if (!isJsonObject(vendor)) return 0
  const search = vendor['enable_web_search']
  const last = messages.findLast(({ role }) => role === 'user')
  const pages =
    vendor['enable_web_scraping'] === true && last !== undefined
      ? Math.min(webUrls(messageText(last)).length, MAX_SCRAPED_URLS)
      : 0
  return (
    (search === 'on' || search === 'auto' ? WEB_SEARCH_MICRO_USD : 0) +
    (vendor['enable_x_search'] === true ? X_SEARCH_MICRO_USD : 0) +
    pages * SCRAPED_PAGE_MICRO_USD
  )
}

function withNumber<Name extends string>(name: Name, settings: JsonObject) {
  const value = numberOf(settings[name])
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: number }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

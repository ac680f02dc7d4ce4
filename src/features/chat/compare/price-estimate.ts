import { messageText, type Message } from '../../../contract/chat/messages.ts'
import { tokenLimit } from '../../../contract/chat/request.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { contextTokensOf, type Model } from '../../../contract/models/model.ts'
import { priceOf } from '../../../contract/models/price.ts'

/** What one request may cost at most, in micro-USD; undefined where no price or no limit is known. */
export interface PriceEstimate {
  microUsd: number | undefined
  /** Something that is billed besides tokens is switched on. */
  extras: boolean
}

/** One token has at least about this many bytes of UTF-8; fewer bytes make the bound higher. */
const BYTES_PER_TOKEN = 2
/** Role marks and the like, for each message. */
const TOKENS_PER_MESSAGE = 8
const PER_MILLION = 1_000_000

/**
 * An upper bound of what a request costs: every token of the prompt at a cautious count, and as many
 * tokens of answer as the limit in force allows, for each choice. An estimate: the service counts in
 * its own way.
 */
export function estimatePrice(
  model: Model | undefined,
  settings: JsonObject,
  messages: readonly Message[],
): PriceEstimate {
  const extras = usesExtras(settings)
  const price = model === undefined ? undefined : priceOf(model)
  if (model === undefined || price === undefined) return { microUsd: undefined, extras }
  const prompt = promptTokens(messages, settings)
  const answer = answerTokens(model, settings, prompt)
  if (answer === undefined) return { microUsd: undefined, extras }
  const { extended } = price
  const isFar = extended !== undefined && prompt > extended.aboveTokens
  const input = Math.max(price.input ?? 0, isFar ? (extended.input ?? 0) : 0)
  const output = Math.max(price.output ?? 0, isFar ? (extended.output ?? 0) : 0)
  // A token written to the cache costs more than one that is only read.
  const perPromptToken = Math.max(input, price.cacheWrite ?? 0)
  const choices = numberOf(settings['n']) ?? 1
  const cost = (prompt * perPromptToken + answer * choices * output) / PER_MILLION
  return { microUsd: Math.ceil(cost), extras }
}

/** Several estimates as one: the sum of those known, and how many are not. */
export function sumEstimates(estimates: readonly PriceEstimate[]): PriceEstimate & {
  unknown: number
} {
  const known = estimates.flatMap(({ microUsd }) => microUsd ?? [])
  return {
    microUsd: known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0),
    unknown: estimates.length - known.length,
    extras: estimates.some(({ extras }) => extras),
  }
}

function promptTokens(
  messages: readonly Message[],
  { tools, response_format }: JsonObject,
): number {
  const encoder = new TextEncoder()
  const texts = [
    ...messages.map(messageText),
    ...[tools, response_format].flatMap((field) =>
      field === undefined ? [] : [JSON.stringify(field)],
    ),
  ]
  const bytes = texts.reduce((sum, text) => sum + encoder.encode(text).byteLength, 0)
  return Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length
}

function answerTokens(model: Model, settings: JsonObject, prompt: number): number | undefined {
  const asked = tokenLimit({
    ...withNumber('max_completion_tokens', settings),
    ...withNumber('max_tokens', settings),
  })
  const context = contextTokensOf(model)
  const most =
    model.model_spec?.maxCompletionTokens ??
    (context === undefined ? undefined : Math.max(0, context - prompt))
  if (asked === undefined) return most
  return most === undefined ? asked : Math.min(asked, most)
}

function usesExtras({ vendor_parameters: vendor }: JsonObject): boolean {
  if (typeof vendor !== 'object' || vendor === null || Array.isArray(vendor)) return false
  const search = vendor['enable_web_search']
  return (
    search === 'on' ||
    search === 'auto' ||
    vendor['enable_web_scraping'] === true ||
    vendor['enable_x_search'] === true
  )
}

function withNumber<Name extends string>(name: Name, settings: JsonObject) {
  const value = numberOf(settings[name])
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: number }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

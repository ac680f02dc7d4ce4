import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts'
import { chargeOf } from '../../money.ts'
import type { Citation, Cost, TokenLogprob, Usage, VendorEcho } from '../response.ts'
import type { Reading } from './reading.ts'

/** Token counts as far as a server gives them: an unknown count is absent, never 0. */
export interface TokenCounts {
  prompt_tokens?: number | undefined
  completion_tokens?: number | undefined
  total_tokens?: number | undefined
  prompt_tokens_details?: Usage['prompt_tokens_details'] | undefined
  completion_tokens_details?: Usage['completion_tokens_details'] | undefined
}

/** The counts that a price is worked out from; undefined while one of them is not known. */
export function pricedCounts(
  counts: TokenCounts | undefined,
): Pick<Usage, 'prompt_tokens' | 'completion_tokens' | 'prompt_tokens_details'> | undefined {
  const { prompt_tokens, completion_tokens, prompt_tokens_details = null } = counts ?? {}
  if (prompt_tokens === undefined || completion_tokens === undefined) return undefined
  return { prompt_tokens, completion_tokens, prompt_tokens_details }
}

export function readUsage(reading: Reading, value: JsonValue | undefined): TokenCounts | undefined {
  if (value === undefined || value === null) return undefined
  if (!isJsonObject(value)) return reading.aside('usage')
  const { prompt_tokens, completion_tokens, total_tokens, ...others } = value
  const prompt = reading.count(prompt_tokens ?? value['input_tokens'], 'usage.prompt_tokens')
  const completion = reading.count(
    completion_tokens ?? value['output_tokens'],
    'usage.completion_tokens',
  )
  const sum = prompt === undefined || completion === undefined ? undefined : prompt + completion
  const total = reading.count(total_tokens, 'usage.total_tokens') ?? sum
  const isPartial = [prompt_tokens, completion_tokens, total_tokens].some((count) => count == null)
  if (isPartial) reading.notes.add('usage_partial')
  const { prompt_tokens_details, completion_tokens_details, ...rest } = others
  // Some model families count cache reads beside the details instead of in them.
  const flat = reading.count(rest['cache_read_input_tokens'], 'usage.cache_read_input_tokens')
  const nested = reading.counts(prompt_tokens_details, 'usage.prompt_tokens_details')
  const details =
    flat === undefined || nested?.cached_tokens !== undefined
      ? nested
      : { ...nested, cached_tokens: flat }
  const madeOf = reading.counts(completion_tokens_details, 'usage.completion_tokens_details')
  const counts = {
    ...(prompt !== undefined && { prompt_tokens: prompt }),
    ...(completion !== undefined && { completion_tokens: completion }),
    ...(total !== undefined && { total_tokens: total }),
    ...(details && { prompt_tokens_details: details }),
    ...(madeOf && { completion_tokens_details: madeOf }),
  }
  return Object.keys(counts).length === 0 ? undefined : { ...rest, ...counts }
}

/** The one reader of a cost: what is no charge is set aside, not taken for 0, which would make room under a limit. */
export function readCost(reading: Reading, value: JsonValue | undefined): Cost | undefined {
  if (value === undefined || value === null) return undefined
  if (!isJsonObject(value)) return reading.aside('cost')
  const usd = reading.amount(value['usd'], 'cost.usd')
  const diem = reading.amount(value['diem'], 'cost.diem')
  const cost = { ...value, usd: usd ?? 0, diem: diem ?? 0 }
  return chargeOf({ cost: value }) === undefined ? reading.aside('cost') : cost
}

export function readLogprobs(
  reading: Reading,
  value: JsonValue | undefined,
  place: string,
): readonly TokenLogprob[] {
  if (value === undefined || value === null) return []
  if (!isJsonObject(value)) {
    reading.aside(place)
    return []
  }
  const { content, token, tokens } = value
  if (content === null) return []
  const list = Array.isArray(content)
    ? content
    : token !== undefined
      ? [value]
      : Array.isArray(tokens)
        ? legacyLogprobs(tokens, value['token_logprobs'])
        : undefined
  const read = list?.filter(isTokenLogprob) ?? []
  if (list === undefined || read.length < list.length) reading.aside(place)
  return read
}

export function readEcho(
  reading: Reading,
  value: JsonObject,
): { echo?: VendorEcho; citations: readonly Citation[] } {
  const { vendor_parameters: echo, citations: bare } = value
  const listed = readSources(reading, bare, 'citations')
  if (echo === undefined || echo === null) return { citations: listed }
  if (!isJsonObject(echo)) {
    reading.aside('vendor_parameters')
    return { citations: listed }
  }
  const { web_search_citations, ...others } = echo
  if (web_search_citations === undefined) return { echo: others, citations: listed }
  const place = 'vendor_parameters.web_search_citations'
  const sources = readSources(reading, web_search_citations, place)
  return {
    echo: { ...others, web_search_citations: [...sources] },
    citations: [...listed, ...sources],
  }
}
/** Sources are objects with an address; some servers list the addresses alone. */
function readSources(
  reading: Reading,
  value: JsonValue | undefined,
  place: string,
): readonly Citation[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    reading.aside(place)
    return []
  }
  return value.flatMap((source, at) => {
    const object = typeof source === 'string' ? { url: source } : source
    if (!isJsonObject(object) || typeof object['url'] !== 'string')
      return reading.aside(`${place}[${at}]`) ?? []
    const { title, url, content, date } = object
    return [
      {
        ...object,
        title: typeof title === 'string' ? title : '',
        url,
        ...memberText('content', content),
        ...memberText('date', date),
      } as Citation,
    ]
  })
}

/** OpenAI's own form of sources: annotations of a message. */
export function readAnnotations(reading: Reading, value: JsonValue | undefined): void {
  if (!Array.isArray(value)) return
  const cited = value
    .filter(isJsonObject)
    .map((annotation) => annotation['url_citation'] ?? annotation)
  reading.sources.push(...readSources(reading, cited.filter(hasAddress), 'annotations'))
}

function hasAddress(source: JsonValue): boolean {
  return isJsonObject(source) && typeof source['url'] === 'string'
}

function isTokenLogprob(value: JsonValue): value is JsonValue & TokenLogprob {
  return (
    isJsonObject(value) &&
    typeof value['token'] === 'string' &&
    typeof value['logprob'] === 'number'
  )
}

function legacyLogprobs(tokens: readonly JsonValue[], values: JsonValue | undefined): JsonValue[] {
  const numbers = Array.isArray(values) ? values : []
  return tokens.map((token, at) => ({ token, logprob: numbers[at] ?? null }))
}

function memberText(name: 'content' | 'date', value: JsonValue | undefined) {
  return value === undefined ? {} : { [name]: typeof value === 'string' ? value : null }
}

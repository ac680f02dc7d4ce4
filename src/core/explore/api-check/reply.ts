import { headerValue } from '../../../../contract/headers/header-list.ts'
import {
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
import { neutralHeaderName } from '../../../../contract/provider-name.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'

/** What came back for one request of a check. */
export interface Reply {
  exchange: Exchange
  status: number | undefined
  contentType: string
  /** The body where it is a JSON object. */
  json: JsonObject | undefined
  /** The body as it came. */
  text: string
  /** When parts of the body arrived, ms since the request was sent. */
  arrivals: readonly number[]
}

export function replyOf(exchange: Exchange, arrivals: readonly number[] = []): Reply {
  const { body, headers, status } = exchange
  const value = body?.kind === 'json' ? body.value : undefined
  return {
    exchange,
    status,
    contentType: headerValue(headers, 'content-type') ?? '',
    json: isJsonObject(value) ? value : undefined,
    text: body?.kind === 'text' ? body.text : value === undefined ? '' : JSON.stringify(value),
    arrivals,
  }
}

/** A header by its neutral name; undefined where the response has none that a page may read. */
export function replyHeader({ exchange }: Reply, name: string): string | undefined {
  return exchange.headers.find(
    ([own]) => neutralHeaderName(own, exchange.providerName).toLowerCase() === name,
  )?.[1]
}

/** A value inside JSON by members and indexes; undefined where there is none. */
export function valueAt(
  value: JsonValue | undefined,
  ...path: readonly (string | number)[]
): JsonValue | undefined {
  let at = value
  for (const step of path) {
    if (Array.isArray(at) && typeof step === 'number') at = at[step]
    else if (isJsonObject(at) && Object.hasOwn(at, step)) at = at[step]
    else return undefined
  }
  return at
}

/** A stream of events as text, taken apart as strictly as clients do. */
export interface EventText {
  /** The data of each event, `[DONE]` left out. */
  data: readonly string[]
  /** The chunks among them; undefined for data that is no JSON. */
  chunks: readonly (JsonValue | undefined)[]
  /** A line that belongs to no event; undefined where there is none. */
  strayLine: string | undefined
  isDone: boolean
  /** What comes after `[DONE]`. */
  afterDone: readonly string[]
  /** The stream ends without the empty line that ends its last event. */
  isCut: boolean
}

export function eventText(text: string): EventText {
  const lines = text.split(/\r\n|\n|\r/)
  const strayLine = lines.find(
    (line) => line !== '' && !/^(?::|(?:data|event|id|retry):)/.test(line),
  )
  const all = text
    .split(/(?:\r\n|\n|\r){2}/)
    .map((block) =>
      block
        .split(/\r\n|\n|\r/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []))
        .join('\n'),
    )
    .filter((data) => data !== '')
  const done = all.indexOf('[DONE]')
  const data = done < 0 ? all : all.slice(0, done)
  return {
    data,
    chunks: data.map(readJson),
    strayLine,
    isDone: done >= 0,
    afterDone: done < 0 ? [] : all.slice(done + 1),
    isCut: !/(?:\r\n|\n|\r){2}$/.test(text),
  }
}

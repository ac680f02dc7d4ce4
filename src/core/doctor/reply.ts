import { decodeBase64Json } from '../../../contract/encoding/bytes.ts'
import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'
import { isJsonObject, readJson, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import { neutralHeaderName } from '../../../contract/provider-name.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'

/** What came back for one request of the doctor. */
export interface Reply {
  exchange: Exchange
  status: number | undefined
  /** The body where it is a JSON object. */
  json: JsonObject | undefined
  /** What is read from the response beside its body, at paths that begin with `$`. */
  facts: JsonObject
}

/** The replies so far, by the name of their request. */
export type Replies = Readonly<Record<string, Reply | undefined>>

/** What came back, each with the name of its request. */
export function repliesIn(replies: Replies): [name: string, reply: Reply][] {
  return Object.entries(replies).flatMap(([name, reply]) => (reply ? [[name, reply]] : []))
}

/** @param arrivals when parts of the body arrived, ms since the request was sent */
export function replyOf(exchange: Exchange, arrivals: readonly number[] = []): Reply {
  const { body, headers, status } = exchange
  const value = body?.kind === 'json' ? body.value : undefined
  const required = decodeBase64Json(headerValue(headers, 'payment-required') ?? '')
  const facts: JsonObject = {
    status,
    type: (headerValue(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase(),
    isJson: value !== undefined,
    paymentRequired: isJsonObject(required) ? required : undefined,
    stream: body?.kind === 'text' ? streamFacts(body.text, arrivals) : undefined,
  }
  return { exchange, status, json: isJsonObject(value) ? value : undefined, facts }
}

/** A header by its neutral name in lower case; undefined where the response has none that can be read. */
export function replyHeader({ exchange }: Reply, name: string): string | undefined {
  return exchange.headers.find(
    ([own]) => neutralHeaderName(own, exchange.providerName).toLowerCase() === name,
  )?.[1]
}

/** The first model of the list, to try with; undefined where there is none. */
export function firstModel({ models }: Replies): string | undefined {
  const id = valueAt(models?.json, 'data.0.id')
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The name that an API like the documented one has in its headers, such as `vendor` in `x-vendor-version`. */
export function providerNameIn(headers: HeaderList): string | undefined {
  const revision = headers.find(
    ([name, value]) => /^x-[a-z][a-z\d]*-version$/i.test(name) && /^\d{8}\.\d{6}$/.test(value),
  )
  return revision?.[0].toLowerCase().split('-')[1]
}

/** Whether a reply is the description of the API. */
export function isApiDocument(reply: Reply | undefined): boolean {
  return isJsonObject(valueAt(reply?.json, 'paths'))
}

/** A value inside JSON by a path such as `choices.0.index`; '' is the whole, undefined where there is none. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let at = value
  for (const step of path === '' ? [] : path.split('.')) {
    if (Array.isArray(at)) at = at[Number(step)]
    else if (isJsonObject(at) && Object.hasOwn(at, step)) at = at[step]
    else return undefined
  }
  return at
}

/** The text at a path; '' where there is none. */
export function textAt(value: JsonValue | undefined, path = ''): string {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : ''
}

/**
 * A value as it stands in a reason: what it is, never what it says. A response may repeat a key, a balance, an
 * address or a message in any member, and reasons are pasted into issues.
 */
export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}` : 'a fraction'
  if (typeof value === 'string')
    return /^[a-z][a-z_./[\]-]{0,40}$/.test(value)
      ? value
      : `a string of ${value.length} characters`
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (isJsonObject(value)) return `an object of ${Object.keys(value).length} properties`
  return `${value}`
}

/** Takes out of a text whatever looks like a key, a signature, an address of a wallet or an amount. */
export function withoutSecrets(text: string): string {
  return redactSecretShapes(text)
    .replace(/\b0x[0-9a-f]{6,}\b/gi, '<address>')
    .replace(/\b(?=\w*\d)(?=\w*[A-Z])[1-9A-HJ-NP-Za-km-z]{32,63}\b/g, '<address>')
}

/** The data of each event, `[DONE]` left out, taken apart as strictly as clients do. */
export function eventText(text: string) {
  const lines = text.split(/\r\n|\n|\r/)
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
  return {
    data: done < 0 ? all : all.slice(0, done),
    strays: lines.filter((line) => line !== '' && !/^(?::|(?:data|event|id|retry):)/.test(line)),
    isDone: done >= 0,
    afterDone: done < 0 ? [] : all.slice(done + 1),
    /** The stream ends without the empty line that ends its last event. */
    isCut: !/(?:\r\n|\n|\r){2}$/.test(text),
  }
}

/** What arrives within so many ms arrives at once. */
const AT_ONCE_MS = 50
/** A wait that a person notices, ms: what is over sooner needs no stream. */
const NOTICED_MS = 200

function streamFacts(text: string, arrivals: readonly number[]): JsonObject {
  const { data, strays, isDone, afterDone, isCut } = eventText(text)
  const chunks = data.map(readJson)
  const each = (path: string) => chunks.map((chunk) => valueAt(chunk, path))
  const distinct = (path: string) => [...new Set(each(path))].map((value) => value ?? null)
  const textsAt = (path: string) =>
    each(path).filter((value): value is string => typeof value === 'string' && value !== '')
  const finish = each('choices.0.finish_reason').map((reason) => reason ?? null)
  const end = finish.findIndex((reason) => reason !== null)
  const pieces = textsAt('choices.0.delta.content')
  const last = Math.round(arrivals.at(-1) ?? 0)
  const span = Math.round(last - (arrivals[0] ?? 0))
  const isFew = arrivals.length <= Math.max(2, pieces.length / 4)
  const call = 'choices.0.delta.tool_calls.0'
  return {
    events: data.length,
    strayLines: strays.length,
    isCut,
    notJson: chunks.filter((chunk) => chunk === undefined).length,
    isDone,
    afterDone: afterDone.length,
    objects: distinct('object'),
    ids: distinct('id'),
    models: distinct('model'),
    role: valueAt(
      chunks.find((chunk) => valueAt(chunk, 'choices.0.delta') !== undefined),
      'choices.0.delta.role',
    ),
    finishReasons: finish.filter((reason) => reason !== null),
    late: each('choices.0.delta.content').filter((one, at) => end >= 0 && at > end && one).length,
    usage: each('usage').findLast((usage) => usage !== undefined && usage !== null),
    text: pieces.join(''),
    pieces: pieces.length,
    last,
    span,
    isTooQuick: span < AT_ONCE_MS,
    isTogether: last >= NOTICED_MS && span < AT_ONCE_MS && isFew,
    call: {
      ids: textsAt(`${call}.id`).length,
      name: textsAt(`${call}.function.name`)[0],
      arguments: textsAt(`${call}.function.arguments`).join(''),
    },
  }
}

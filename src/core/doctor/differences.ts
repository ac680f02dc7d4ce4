import { createEventDecoder } from '../../../contract/chat/read/event-decoder.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../contract/json.ts'
import { neutralBody } from '../../../contract/provider-body.ts'
import { neutralHeaderName } from '../../../contract/provider-name.ts'
import { isDocumented } from './looks.ts'
import { isApiDocument, repliesIn, withoutSecrets, type Replies, type Reply } from './reply.ts'

/** What responses of one kind are known to have. */
export interface KnownShape {
  /** Method and path, such as `POST /chat/completions`. */
  operation: string
  status: number
  /** Whether it comes as a stream of events. */
  isStream: boolean
  /** Names in lower case and neutral spelling that at least one of them has. */
  headers: readonly string[]
  /** Paths such as `data[].id` that at least one of them has; of a stream, in any event. */
  members: readonly string[]
  /** Those of `headers` and `members` that each of them has. */
  always: readonly string[]
}

/** Headers that mean something to clients of the documented service; what a host adds of its own says nothing. */
const TELLING = /^(?:x-vendor-|x-ratelimit-|x-balance-|payment-)/

/**
 * What an API that looks like the documented service does otherwise than it is known to, a sentence each: names alone,
 * never a value. Nothing is said of any other API.
 * @param isPage a page sees only the headers that are exposed, so none is missed
 */
export function differencesFrom(
  known: readonly KnownShape[],
  replies: Replies,
  isPage: boolean,
): string[] {
  if (!isDocumented(replies)) return []
  const found = repliesIn(replies).flatMap(([name, reply]) =>
    // A request of its own making, or one whose body was not read, shows nothing.
    /^(?:cors_|cancel$|empty_balance$|unknown_path$)/.test(name) || isApiDocument(reply)
      ? []
      : differencesOf(known, reply, isPage),
  )
  return [...new Set(found)].map(withoutSecrets)
}

function differencesOf(known: readonly KnownShape[], reply: Reply, isPage: boolean): string[] {
  const { exchange, status } = reply
  const operation = `${exchange.request.method} ${exchange.request.path.replace(/\?.*/, '')}`
  const ofOperation = known.filter((shape) => shape.operation === operation)
  // What a route that is missing answers is no shape of it.
  if (ofOperation.length === 0 || status === undefined) return []
  const isStream = reply.facts['type'] === 'text/event-stream'
  const shape = ofOperation.find((one) => one.status === status && one.isStream === isStream)
  const what = `${operation}, ${status}`
  if (shape === undefined) return [`${what}: this status is not known of it.`]
  const headers = exchange.headers
    .map(([name]) => neutralHeaderName(name.toLowerCase(), exchange.providerName))
    .filter((name) => TELLING.test(name))
  const members = membersOf(reply)
  const here = new Set([...headers, ...members])
  const added = [
    ...headers.filter((name) => !shape.headers.includes(name)),
    // Below a member that is new, everything is.
    ...members.filter(
      (path) =>
        !shape.members.includes(path) && !members.some((above) => isBelow(path, above, shape)),
    ),
  ]
  const missing = shape.always.filter((name) =>
    shape.headers.includes(name) && !shape.members.includes(name)
      ? !isPage && TELLING.test(name) && !here.has(name)
      : // A list that is empty has no members in it.
        !name.includes('[]') && !here.has(name),
  )
  return [
    ...(added.length > 0 ? [`${what}: has ${added.slice(0, 12).map(named).join(', ')}.`] : []),
    ...(missing.length > 0
      ? [`${what}: lacks ${missing.slice(0, 12).map(named).join(', ')}.`]
      : []),
  ]
}

function isBelow(path: string, above: string, { members }: KnownShape): boolean {
  return path !== above && /^(?:\.|\[)/.test(path.slice(above.length)) && path.startsWith(above)
    ? !members.includes(above)
    : false
}

/** A name as it may stand in a report: none is long, or has anything but what names are made of. */
function named(name: string): string {
  return /^[\w.[\]-]{1,80}$/.test(name) ? name : 'a property with an unusual name'
}

function membersOf({ exchange }: Reply): string[] {
  const { body, providerName } = exchange
  const values =
    body?.kind === 'json'
      ? [body.value]
      : body?.kind === 'text'
        ? createEventDecoder()
            .decode(new TextEncoder().encode(body.text))
            .map(({ data }) => readJson(data) ?? null)
        : []
  return [...new Set(values.flatMap((value) => memberPaths(neutralBody(value, providerName))))]
}

function memberPaths(value: JsonValue, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => memberPaths(item, `${path}[]`))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`
    return member === undefined ? [] : [place, ...memberPaths(member, place)]
  })
}

import { createEventDecoder } from '../../../contract/chat/read/event-decoder.ts'
import { readJson } from '../../../contract/json.ts'
import { neutralBody, neutralHeaderName } from '../../../contract/provider-name.ts'
import type { KnownShape, memberPaths } from '../../../contract/witness/known-shapes.ts'
import { isDocumented } from './looks.ts'
import { isApiDocument, repliesIn, withoutSecrets, type Replies, type Reply } from './reply.ts'

/** What an API is compared with; loaded late, because it is long. */
interface Witness {
  known: readonly KnownShape[]
  memberPaths: typeof memberPaths
}

/** Headers that mean something to clients of the documented service; what a host adds of its own says nothing. */
const TELLING = /^(?:x-vendor-|x-ratelimit-|x-balance-|payment-)/

/**
 * What an API that looks like the documented service does otherwise than it is known to, a sentence each: names alone,
 * never a value. Nothing is said of any other API.
 * @param isPage a page sees only the headers that are exposed, so none is missed
 */
export function differencesFrom(replies: Replies, isPage: boolean, witness: Witness): string[] {
  if (!isDocumented(replies)) return []
  const found = new Map<string, Set<string>>()
  for (const [name, reply] of repliesIn(replies)) {
    // A request of the doctor's own making, or one whose body was not read, shows nothing.
    if (/^(?:cors_|cancel$|empty_balance$)/.test(name) || isApiDocument(reply)) continue
    for (const [what, names] of differencesOf(witness, reply, isPage))
      found.set(what, new Set([...(found.get(what) ?? []), ...names]))
  }
  return [...found].map(([what, names]) => {
    const more = names.size > MAX_NAMES ? ` and ${names.size - MAX_NAMES} more` : ''
    return withoutSecrets(`${what} ${[...names].slice(0, MAX_NAMES).join(', ')}${more}.`)
  })
}

/** Names in one sentence at most. */
const MAX_NAMES = 12

/** Where names are those of models, traits and fields, which differ everywhere. */
const MAPS = /^(?:details|GET \/models\/\w+ data)\./

function differencesOf(
  { known, memberPaths: pathsIn }: Witness,
  reply: Reply,
  isPage: boolean,
): [what: string, names: string[]][] {
  const { exchange, status } = reply
  const operation = `${exchange.request.method} ${exchange.request.path.replace(/\?.*/, '')}`
  const ofOperation = known.filter((shape) => shape.operation === operation)
  // What a route that is missing answers is no shape of it.
  if (ofOperation.length === 0 || status === undefined) return []
  const isStream = reply.facts['type'] === 'text/event-stream'
  const shape = ofOperation.find((one) => one.status === status && one.isStream === isStream)
  if (shape === undefined) return [[`${operation}: unknown status`, [`${status}`]]]
  const headers = exchange.headers
    .map(([name]) => neutralHeaderName(name.toLowerCase(), exchange.providerName))
    .filter((name) => TELLING.test(name))
  const members = membersOf(reply, pathsIn)
  const isInMap = (path: string) => MAPS.test(path) || MAPS.test(`${operation} ${path}`)
  const here = new Set([...headers, ...members])
  const added = [
    // What any other response has is known, too.
    ...headers.filter((name) => !known.some((one) => one.headers.includes(name))),
    // Below a member that is new, everything is.
    ...members.filter(
      (path) => !shape.members.includes(path) && !isInMap(path) && !isBelowNew(path, here, shape),
    ),
  ]
  const missing = shape.always.filter((name) =>
    shape.headers.includes(name) && !shape.members.includes(name)
      ? !isPage && TELLING.test(name) && !here.has(name)
      : // A list that is empty has no members in it.
        !name.includes('[]') && !isInMap(name) && !here.has(name),
  )
  const what = `${operation}, ${status}${isStream ? ', stream' : ''}:`
  return [
    ...(added.length > 0 ? [[`${what} has`, added.map(named)] as [string, string[]]] : []),
    ...(missing.length > 0 ? [[`${what} lacks`, missing.map(named)] as [string, string[]]] : []),
  ]
}

function isBelowNew(path: string, here: ReadonlySet<string>, { members }: KnownShape): boolean {
  return Array.from(path.matchAll(/[.[]/g), ({ index }) => path.slice(0, index)).some(
    (above) => here.has(above) && !members.includes(above),
  )
}

/** A name as it may stand in a report: none is long, or has anything but what names are made of. */
function named(name: string): string {
  return /^[\w.[\]-]{1,80}$/.test(name) ? name : 'a property with an unusual name'
}

function membersOf({ exchange }: Reply, pathsIn: Witness['memberPaths']): string[] {
  const { body, providerName } = exchange
  const values =
    body?.kind === 'json'
      ? [body.value]
      : body?.kind === 'text'
        ? createEventDecoder()
            .decode(new TextEncoder().encode(body.text))
            .map(({ data }) => readJson(data) ?? null)
        : []
  return [...new Set(values.flatMap((value) => pathsIn(neutralBody(value, providerName))))]
}

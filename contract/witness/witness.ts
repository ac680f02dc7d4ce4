import { pathBelowVersion } from '../api-path.ts'
import { createEventDecoder } from '../chat/read/event-decoder.ts'
import { harBytes, harEntries, type HarEntry, readHarEntry } from '../har/har-entry.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../json.ts'

/**
 * How the real service answers, as public documents and captures show it: a second witness beside the API reference. Texts,
 * ids and amounts are examples; members, types, statuses, headers, codes and error texts are facts. Loaded by tests and,
 * lazily, by checks of an API; never by the first screen.
 */
export interface WitnessEntry {
  /** `<file>/<name>`, stable. */
  id: string
  title: string
  /** The public kind of source that shows it. */
  source: string
  /** Method and path below the base URL, with `{…}` for what varies, such as `GET /x402/balance/{walletAddress}`. */
  operation: string
  /** Path and query below the base URL. */
  path: string
  /** The JSON that was sent; undefined for none, or a form. */
  sent: JsonObject | undefined
  exchange: HarEntry
  /** The body of the response; no bytes for none. */
  body: Uint8Array<ArrayBuffer>
}

const files: Readonly<Record<string, string>> = import.meta.glob('./*.har', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The text of each file, in their order. */
export function witnessFiles(): string[] {
  return Object.values(files)
}

/** All entries, in the order of their files. @throws Error for an entry without an id, a title or a source */
export function witnessEntries(): WitnessEntry[] {
  return Object.entries(files).flatMap(([file, text]) =>
    (harEntries(text) ?? []).map((value, at) => entryOf(value, `${file} entry ${at + 1}`)),
  )
}

function entryOf(value: JsonValue, place: string): WitnessEntry {
  const { _witness: own, comment: source } = isJsonObject(value) ? value : {}
  const { id, title } = isJsonObject(own) ? own : {}
  const exchange = readHarEntry(value)
  const path = exchange && pathBelowVersion(exchange.url)
  if (
    exchange === undefined ||
    path === undefined ||
    typeof id !== 'string' ||
    typeof title !== 'string' ||
    typeof source !== 'string'
  )
    throw new Error(`${place} needs _witness.id, _witness.title, a comment and a URL.`)
  return {
    id,
    title,
    source,
    operation: `${exchange.method} ${routeOf(path)}`,
    path,
    sent: sentOf(exchange),
    exchange,
    body: exchange.content === undefined ? new Uint8Array() : harBytes(exchange.content),
  }
}

function routeOf(path: string): string {
  const [route = ''] = path.split('?', 1)
  return route.replace(/^(\/x402\/(?:balance|transactions))\/[^/]+$/, '$1/{walletAddress}')
}

function sentOf({ sent }: HarEntry): JsonObject | undefined {
  if (sent === undefined || 'fields' in sent) return undefined
  const value: unknown = JSON.parse(sent.text)
  return isJsonObject(value) ? value : undefined
}

/** What responses of one kind are known to have. */
export interface KnownShape {
  /** Method and path, such as `POST /chat/completions`. */
  operation: string
  status: number
  /** Whether it comes as a stream of events. */
  isStream: boolean
  /** Names in lower case and neutral spelling that at least one of them has. */
  headers: readonly string[]
  /** Paths such as `data[].model_spec.name` that at least one of them has; of a stream, in any event. */
  members: readonly string[]
  /** Those of `headers` and `members` that each of them has. */
  always: readonly string[]
  /** The entries of the witness that show it. */
  ids: readonly string[]
}

/** The shapes of all responses in the witness, by operation, status and whether they are streamed. */
export function knownShapes(): KnownShape[] {
  const groups = new Map<string, WitnessEntry[]>()
  for (const entry of witnessEntries()) {
    const { operation, exchange } = entry
    const kind = `${exchange.status} ${isStream(exchange)} ${operation}`
    groups.set(kind, [...(groups.get(kind) ?? []), entry])
  }
  return [...groups.values()].flatMap((entries): KnownShape[] => {
    const [first] = entries
    if (first === undefined) return []
    const { operation, exchange } = first
    const headers = entries.map(
      (entry) => new Set(entry.exchange.headers.map(([name]) => name.toLowerCase())),
    )
    const members = entries.map(membersOf)
    return [
      {
        operation,
        status: exchange.status,
        isStream: isStream(exchange),
        headers: inAny(headers),
        members: inAny(members),
        always: [...inEach(headers), ...inEach(members)],
        ids: entries.map(({ id }) => id),
      },
    ]
  })
}

/**
 * The paths of the members of a JSON value: `a.b`, and `a[].b` for each item of a list. A map from names to values has
 * its names as members.
 */
export function memberPaths(value: JsonValue): string[] {
  const paths = new Set<string>()
  const visit = (inner: JsonValue, path: string): void => {
    if (Array.isArray(inner)) for (const item of inner) visit(item, `${path}[]`)
    if (!isJsonObject(inner)) return
    for (const [name, member] of Object.entries(inner)) {
      if (member === undefined) continue
      const place = path === '' ? name : `${path}.${name}`
      paths.add(place)
      visit(member, place)
    }
  }
  visit(value, '')
  return [...paths]
}

function membersOf({ exchange, body }: WitnessEntry): ReadonlySet<string> {
  const texts = isStream(exchange)
    ? createEventDecoder()
        .decode(body)
        .map(({ data }) => data)
    : [new TextDecoder().decode(body)]
  return new Set(texts.flatMap((text) => memberPaths(readJson(text) ?? null)))
}

function isStream({ mediaType }: WitnessEntry['exchange']): boolean {
  return mediaType === 'text/event-stream'
}

function inAny(sets: readonly ReadonlySet<string>[]): string[] {
  return [...new Set(sets.flatMap((set) => [...set]))]
}

function inEach(sets: readonly ReadonlySet<string>[]): string[] {
  return inAny(sets).filter((name) => sets.every((set) => set.has(name)))
}

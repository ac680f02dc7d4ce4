import { pathBelowVersion } from '../api-path.ts'
import { harBytes, harEntries, readHarEntry, type HarEntry } from '../har/har-entry.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

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

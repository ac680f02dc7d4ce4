import { createEventDecoder } from '../chat/read/event-decoder.ts'
import { isJsonObject, readJson, type JsonValue } from '../json.ts'
import { witnessEntries, type WitnessEntry } from './witness.ts'

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

import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { formatBytes } from '../../format/bytes.ts'
import { embeddedData } from './embedded-data.ts'

/** Characters of the base64 that stay, enough to recognise the kind of file. */
const KEPT = 24

/**
 * A body for the eye: embedded files are cut to their first characters and their size. What is
 * copied from it as JSON is still the whole body.
 */
export function shortenData(body: JsonValue): JsonValue {
  const short = shorten(body, '')
  if (short === body || typeof short !== 'object' || short === null) return short
  // `toJSON` is how a value tells JSON what it stands for; it is not enumerable, so no view lists it.
  return Object.defineProperty(short, 'toJSON', { value: () => body })
}

/** A body without the bytes of its files: what is left of each is its beginning and its size. */
export function shortenedData(body: JsonValue): JsonValue {
  return shorten(body, '')
}

function shorten(value: JsonValue, key: string): JsonValue {
  if (typeof value === 'string') {
    const data = embeddedData(value, key)
    return data === undefined
      ? value
      : `${value.slice(0, data.prefix.length + KEPT)}… (${formatBytes(data.bytes)})`
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => shorten(item, key))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, member]): [string, JsonValue | undefined] => [
    name,
    member === undefined ? undefined : shorten(member, name),
  ])
  return entries.every(([name, member]) => member === value[name])
    ? value
    : Object.fromEntries(entries)
}

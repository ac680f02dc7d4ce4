import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { formatBytes } from '../../format/units.ts'
import { embeddedData, headOf } from './embedded-data.ts'

/**
 * A body for the eye: embedded files are cut to their first characters and their size. What is
 * copied from it as JSON is still the whole body.
 */
export function shortenData(body: JsonValue): JsonValue {
  const short = shorten(body, '', formatBytes)
  if (short === body || typeof short !== 'object' || short === null) return short
  // `toJSON` is how a value tells JSON what it stands for; it is not enumerable, so no view lists it.
  return Object.defineProperty(short, 'toJSON', { value: () => body })
}

/** A body without the bytes of its files: each is still known by its beginning and its exact size. */
export function shortenedData(body: JsonValue): JsonValue {
  return shorten(body, '', (bytes) => `${bytes} bytes`)
}

function shorten(value: JsonValue, key: string, sizeText: (bytes: number) => string): JsonValue {
  if (typeof value === 'string') {
    const data = embeddedData(value, key)
    return data === undefined ? value : headOf(value, data, sizeText(data.bytes))
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => shorten(item, key, sizeText))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, member]): [string, JsonValue | undefined] => [
    name,
    member === undefined ? undefined : shorten(member, name, sizeText),
  ])
  return entries.every(([name, member]) => member === value[name])
    ? value
    : Object.fromEntries(entries)
}

import { given, isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { formatBytes } from '../../format/units.ts'

/** A file that stands as base64 inside a JSON body. */
export interface EmbeddedData {
  /** What stands before the base64, such as `data:image/png;base64,`; empty for bare base64. */
  prefix: string
  /** Media type, when a data URL names it. */
  mediaType?: string
  /** Size of the decoded file. */
  bytes: number
}

/** Shorter strings are shown and copied as they are, in characters. */
const SMALLEST = 1024

/** Bare base64 looks like any long word, so it is taken for a file only under these names. */
const FILE_KEYS: ReadonlySet<string> = new Set([
  'audio',
  'b64_json',
  'data',
  'file',
  'file_data',
  'image',
  'images',
  'mask',
])

/** Characters of the base64 that stay where the rest is left out, enough to recognize the file. */
const HEAD = 24

function headOf(text: string, { prefix }: EmbeddedData, size: string): string {
  return `${text.slice(0, prefix.length + HEAD)}… (${size})`
}

/**
 * Reads a string of a body as an embedded file: a base64 data URL under any name, or bare base64
 * under a name that is for files; or what is left of one as "… (1234 bytes)". Undefined for
 * everything else and for less than 1 kB.
 * @param key name of the property that is the string, or whose array it is in
 */
export function embeddedData(text: string, key: string): EmbeddedData | undefined {
  const leftOut = /… \((\d{1,15}) bytes\)$/.exec(text)
  if (leftOut !== null) {
    const head = read(text.slice(0, leftOut.index), key)
    return head === undefined ? undefined : { ...head, bytes: Number(leftOut[1]) }
  }
  return text.length <= SMALLEST ? undefined : read(text, key)
}

function read(text: string, key: string): EmbeddedData | undefined {
  const match = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]+)*;base64,/i.exec(text)
  if (match === null && !FILE_KEYS.has(key)) return undefined
  const prefix = match?.[0] ?? ''
  const base64 = text.slice(prefix.length)
  if (!isBase64(base64)) return undefined
  const mediaType = match?.[1]?.toLowerCase()
  const padding = /={0,2}$/.exec(base64.slice(-2))?.[0].length ?? 0
  const bytes = Math.floor(((base64.length - padding) * 3) / 4)
  return { prefix, bytes, ...given({ mediaType }) }
}

/** Characters at either end of a long text that are looked at: files have millions. */
const LOOKED_AT = 32 * 1024

function isBase64(text: string): boolean {
  const start = text.length > 2 * LOOKED_AT ? text.slice(0, LOOKED_AT) : ''
  return /^[A-Za-z0-9+/]*$/.test(start) && /^[A-Za-z0-9+/]+={0,2}$/.test(text.slice(-2 * LOOKED_AT))
}

/** A body for the eye: embedded files are cut to their beginning and size. */
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

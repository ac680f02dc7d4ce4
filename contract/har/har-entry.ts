import { base64ToBytes } from '../encoding/bytes.ts'
import type { HeaderList } from '../headers/header-list.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../json.ts'

/** A text of a HAR: as it is, or the base64 of what it stands for. */
interface HarText {
  text: string
  isBase64: boolean
}

/** A field of a form: a text, or a file. */
export interface HarField {
  name: string
  text?: string
  fileName?: string
  mediaType?: string
  bytes?: number
}

/**
 * What an entry of a HAR says, whatever program wrote it. A member that can't be read is as one that
 * is missing. Times are ms from the start of the request.
 */
export interface HarEntry {
  /** Unix ms; 0 where it is not known. */
  startedAt: number
  method: string
  /** An absolute URL. */
  url: string
  requestHeaders: HeaderList
  /** What was sent: fields where it was a form, else a text; undefined for nothing. */
  sent: { fields: readonly HarField[] } | HarText | undefined
  /** 0 where there was no response. */
  status: number
  headers: HeaderList
  /** The media type of the response without its parameters, in lower case. */
  mediaType: string
  /** Undefined where the program saved no body, or there was none. */
  content: HarText | undefined
  /** There was a body, and the program did not save it. */
  isBodyMissing: boolean
  headersAt: number | undefined
  end: number | undefined
  ended: 'complete' | 'cut' | 'stopped'
  /** Events that the program lists beside the body, each with its time. */
  events: readonly TimedEvent[]
  /** The pieces that the body came in, as a recording of the local service has them. */
  chunks: readonly (readonly [at: number, bytes: number])[]
  /** It was a connection for messages both ways: HAR has no place for what they said. */
  isWebSocket: boolean
}

/** The entries of a HAR 1.2; undefined for a text that is none. */
export function harEntries(text: string): readonly JsonValue[] | undefined {
  // Programs of Windows write a byte order mark before it.
  const whole = readJson(text.startsWith('\uFEFF') ? text.slice(1) : text)
  const log = isJsonObject(whole) ? objectAt(whole, 'log') : {}
  return Array.isArray(log['entries']) ? log['entries'] : undefined
}

/** Reads an entry; undefined where it names no URL, so that nothing can be told of it. */
export function readHarEntry(value: JsonValue): HarEntry | undefined {
  if (!isJsonObject(value)) return undefined
  const request = objectAt(value, 'request')
  const response = objectAt(value, 'response')
  const own = objectAt(value, '_recording')
  const exported = objectAt(value, '_exchange')
  const url = textAt(request, 'url')
  if (url === undefined || !/^(?:https?|wss?):/i.test(url) || !URL.canParse(url)) return undefined
  const timings = objectAt(value, 'timings')
  const end = numberAt(value, 'time') ?? totalOf(timings)
  const receive = numberAt(timings, 'receive')
  const startedAt = Math.max(0, Date.parse(textAt(value, 'startedDateTime') ?? '') || 0)
  const content = objectAt(response, 'content')
  const headers = headersAt(response)
  const type = textAt(content, 'mimeType') || valueOf(headers, 'content-type')
  const mediaType = mediaTypeOf(type)
  const status = numberAt(response, 'status') ?? 0
  const method = (textAt(request, 'method') || 'GET').toUpperCase()
  const found = harTextAt(content)
  const events = eventsOf(value, startedAt, end)
  const chunks = pairsAt(own, 'chunks')
  const mayHaveBody = method !== 'HEAD' && status >= 200 && !/^(?:204|3\d\d)$/.test(String(status))
  const isStream = mediaType === 'text/event-stream'
  const isEmpty = found === undefined || (isStream && found.text === '')
  return {
    startedAt,
    method,
    url,
    requestHeaders: headersAt(request),
    sent: sentOf(request, exported),
    status,
    headers,
    mediaType,
    content: found,
    isBodyMissing:
      isEmpty &&
      mayHaveBody &&
      events.length === 0 &&
      // What this project wrote has every body that there was.
      value['_recording'] === undefined &&
      value['_exchange'] === undefined &&
      (isStream || (numberAt(content, 'size') ?? 0) > 0),
    headersAt:
      numberAt(own, 'headers') ??
      numberAt(objectAt(exported, 'timing'), 'headers') ??
      (end === undefined || receive === undefined ? undefined : Math.max(0, end - receive)),
    end,
    ended: endedOf(textAt(own, 'end') ?? textAt(exported, 'outcome')),
    events,
    chunks,
    isWebSocket: /^wss?:/i.test(url) || Array.isArray(value['_webSocketMessages']),
  }
}

/** The bytes of a text; those of the text as it stands where it is said to be base64 and is not. */
export function harBytes({ text, isBase64 }: HarText): Uint8Array<ArrayBuffer> {
  return (isBase64 ? base64ToBytes(text) : undefined) ?? new TextEncoder().encode(text)
}

/** The body of the response in the pieces it came in; as a whole at the end where the file has no times. */
export function harPieces(entry: HarEntry): { at: number; bytes: Uint8Array<ArrayBuffer> }[] {
  const { content, chunks, events } = entry
  const listed = events.map((event) => ({
    at: event.at,
    bytes: new TextEncoder().encode(eventText(event)),
  }))
  const end = Math.max(0, entry.end ?? 0)
  const body = content === undefined ? new Uint8Array() : harBytes(content)
  if (body.length === 0) return listed
  const lengths =
    chunks.length > 0 ? chunks : listed.map(({ at, bytes }) => [at, bytes.length] as const)
  const total = lengths.reduce((sum, [, length]) => sum + length, 0)
  if (total !== body.length) return [{ at: end, bytes: body }]
  let start = 0
  return lengths.map(([at, length]) => {
    start += length
    return { at, bytes: body.subarray(start - length, start) }
  })
}

function sentOf(request: JsonObject, exported: JsonObject): HarEntry['sent'] {
  const form = objectAt(exported, 'request')['form']
  if (Array.isArray(form)) return { fields: form.flatMap(fieldOf) }
  const data = objectAt(request, 'postData')
  const params = Array.isArray(data['params']) ? data['params'].flatMap(fieldOf) : []
  const sent = harTextAt(data)
  const type = mediaTypeOf(textAt(data, 'mimeType') || valueOf(headersAt(request), 'content-type'))
  // Programs differ in whether they list these values encoded. The text is as it was sent.
  if (type === 'application/x-www-form-urlencoded' && sent !== undefined && sent.text !== '') {
    const text = new TextDecoder().decode(harBytes(sent))
    return {
      fields: [...new URLSearchParams(text)].map(([name, value]) => ({ name, text: value })),
    }
  }
  // Some write an empty list beside the text of any other body.
  const isForm = params.length > 0 && (sent === undefined || type === 'multipart/form-data')
  if (isForm) return { fields: params }
  return sent?.text === '' ? undefined : sent
}

function fieldOf(value: JsonValue): HarField[] {
  if (!isJsonObject(value)) return []
  const name = textAt(value, 'name')
  if (name === undefined) return []
  const fileName = textAt(value, 'fileName')
  const mediaType = textAt(value, 'mediaType') ?? textAt(value, 'contentType')
  const bytes = numberAt(value, 'bytes') ?? numberAt(value, '_bytes')
  const text = textAt(value, 'text') ?? textAt(value, 'value')
  const isFile = fileName !== undefined || text === undefined
  if (!isFile) return [{ name, text }]
  return [
    {
      name,
      ...(fileName !== undefined && { fileName }),
      ...(mediaType !== undefined && { mediaType }),
      ...(bytes !== undefined && { bytes }),
    },
  ]
}

/** The events that an export of the page lists, or Chrome: there with Unix seconds. */
function eventsOf(entry: JsonObject, startedAt: number, end = 0): TimedEvent[] {
  const own = objectAt(entry, '_exchange')['events']
  const listed = Array.isArray(own) ? own : entry['_eventSourceMessages']
  return (Array.isArray(listed) ? listed : []).flatMap((value): TimedEvent[] => {
    if (!isJsonObject(value)) return []
    const data = textAt(value, 'data')
    if (data === undefined) return []
    const name = textAt(value, 'event') ?? textAt(value, 'eventName')
    const at = numberAt(value, 'at') ?? (numberAt(value, 'time') ?? 0) * 1000 - startedAt
    const isKnown = at >= 0 && at < 2 ** 31
    return [{ at: isKnown ? at : end, data, ...(name && name !== 'message' && { event: name }) }]
  })
}

function pairsAt(object: JsonObject, name: string): (readonly [number, number])[] {
  const value = object[name]
  if (!Array.isArray(value)) return []
  const pairs = value.flatMap((pair) => {
    const [at, length] = Array.isArray(pair) ? pair : []
    return typeof at === 'number' && typeof length === 'number' && at >= 0 && length >= 0
      ? [[at, length] as const]
      : []
  })
  return pairs.length === value.length ? pairs : []
}

function endedOf(word: string | undefined): HarEntry['ended'] {
  if (word === 'dropped' || word === 'cut' || word === 'open') return 'cut'
  return word === 'client left' || word === 'stopped' ? 'stopped' : 'complete'
}

/** The time that the parts of a request took; parts that did not happen are -1. */
function totalOf(timings: JsonObject): number | undefined {
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].flatMap(
    (name) => numberAt(timings, name) ?? [],
  )
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0)
}

function harTextAt(object: JsonObject): HarText | undefined {
  const text = textAt(object, 'text')
  return text === undefined
    ? undefined
    : { text, isBase64: textAt(object, 'encoding')?.toLowerCase() === 'base64' }
}

function headersAt(object: JsonObject): HeaderList {
  const list = object['headers']
  return (Array.isArray(list) ? list : []).flatMap((header) => {
    const name = isJsonObject(header) ? textAt(header, 'name') : undefined
    return isJsonObject(header) && name !== undefined && name !== ''
      ? [[name, textAt(header, 'value') ?? ''] as const]
      : []
  })
}

function valueOf(headers: HeaderList, name: string): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? ''
}

function mediaTypeOf(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  return isJsonObject(value) ? value : {}
}

function textAt(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** A number that counts something, also written as a text; negative ones mean that it is not known. */
function numberAt(object: JsonObject, name: string): number | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined
}

/** An event of a stream, with ms since the request was sent. */
interface TimedEvent {
  at: number
  event?: string
  data: string
}

/** A server-sent event as it stands on the wire. */
export function eventText({ event, data }: Omit<TimedEvent, 'at'>): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`
}

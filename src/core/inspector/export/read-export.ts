import { pathBelowVersion } from '../../../../contract/api-path.ts'
import {
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { requestHeaders } from '../serialize-exchange.ts'
import { JSON_LINES_FORMAT } from './json-lines.ts'
import { parseExchange } from './parse-exchange.ts'

/** A file as the exchanges it holds, or what is wrong with it. */
export type ExportReading =
  | { ok: true; exchanges: Exchange[] }
  | {
      ok: false
      message: string
      /** It is a file of exchanges, though none in it can be read. */
      isExport?: true
    }

const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 60

/**
 * Reads a file that this playground wrote, or any HAR. Whatever it claims is shown as what it is: an
 * exchange of the past, from a file.
 */
export function readExport(text: string): ExportReading {
  if (text.length > MAX_FILE_BYTES)
    return { ok: false, message: `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.` }
  const whole = readJson(text)
  const entries = isJsonObject(whole) ? harEntries(whole) : undefined
  const candidates = entries ?? jsonLines(text)
  if (candidates === undefined)
    return { ok: false, message: 'The file is neither a HAR nor a saved request.' }
  const read = candidates
    .slice(-MAX_ENTRIES)
    .map((value) => [fileId(value), fromFile(value)] as const)
  const ids = new Map(read.map(([id, exchange]) => [id, exchange?.id]))
  const exchanges = read.flatMap(([, exchange]) => {
    if (exchange === undefined) return []
    const { cause, ...rest } = exchange
    const exchangeId = ids.get(cause?.exchangeId)
    return [{ ...rest, ...(exchangeId !== undefined && { cause: { ...cause, exchangeId } }) }]
  })
  return exchanges.length === 0
    ? { ok: false, isExport: true, message: 'It contains no readable requests.' }
    : { ok: true, exchanges }
}

/** What the file itself calls an exchange; others of it may name it as their cause. */
function fileId(value: unknown): string | undefined {
  return isJsonObject(value) ? textAt(value, 'id') : undefined
}

function fromFile(value: unknown): Exchange | undefined {
  const exchange = parseExchange(value)
  if (exchange === undefined) return undefined
  // A file names none of this browser's connections.
  const { connection: _, ...known } = exchange
  const { request, providerName } = known
  return {
    ...known,
    id: crypto.randomUUID(),
    fromFile: true,
    // A credential that somebody left in the file is neither shown nor used.
    request: { ...request, headers: requestHeaders(request.headers, providerName) },
  }
}

function jsonLines(text: string): unknown[] | undefined {
  const [first, second, ...events] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readJson)
  if (!isJsonObject(first) || first['format'] !== JSON_LINES_FORMAT || !isJsonObject(second))
    return undefined
  return [{ ...second, events }]
}

function harEntries({ log }: JsonObject): unknown[] | undefined {
  if (!isJsonObject(log) || !Array.isArray(log['entries'])) return undefined
  return log['entries'].map((entry) =>
    isJsonObject(entry) && isJsonObject(entry['_exchange'])
      ? entry['_exchange']
      : isJsonObject(entry)
        ? foreignEntry(entry)
        : undefined,
  )
}

/** An entry that another program wrote: what the format itself says. */
function foreignEntry(entry: JsonObject): JsonObject {
  const request = objectAt(entry, 'request')
  const response = objectAt(entry, 'response')
  const sent = textAt(objectAt(request, 'postData'), 'text')
  const answer = textAt(objectAt(response, 'content'), 'text') ?? ''
  const url = textAt(request, 'url') ?? ''
  const status = response['status']
  const parsed = readJson(answer)
  return {
    startedAt: Date.parse(textAt(entry, 'startedDateTime') ?? '') || 0,
    providerName: 'vendor',
    request: {
      method: textAt(request, 'method') ?? 'GET',
      url,
      path: pathBelowVersion(url) ?? url,
      headers: pairs(request['headers']),
      bytes: sent?.length ?? 0,
      ...(sent === undefined ? {} : { body: readJson(sent) ?? sent }),
    },
    outcome: 'done',
    timing: typeof entry['time'] === 'number' ? { end: entry['time'] } : {},
    ...(typeof status === 'number' && status > 0 ? { status } : {}),
    headers: pairs(response['headers']),
    body:
      parsed === undefined
        ? { kind: 'text', text: answer, bytes: answer.length }
        : { kind: 'json', value: parsed, bytes: answer.length },
    receipt: {},
    events: [],
  }
}

function pairs(value: JsonValue | undefined): JsonValue[] {
  return (Array.isArray(value) ? value : []).flatMap((header) =>
    isJsonObject(header) ? [[textAt(header, 'name') ?? '', textAt(header, 'value') ?? '']] : [],
  )
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  return isJsonObject(value) ? value : {}
}

function textAt(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  return typeof value === 'string' ? value : undefined
}

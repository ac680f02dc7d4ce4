import type { Exchange } from '../../api/exchange.ts'
import { costSchema, usageSchema } from '../../contract/chat/response.ts'
import { readServiceError } from '../../contract/errors/read-service-error.ts'
import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { isJsonObject } from '../../contract/json.ts'
import { validate } from '../../contract/validation.ts'
import { z } from '../../contract/zod.ts'
import { JSON_LINES_FORMAT } from './json-lines.ts'

/** A file as the exchanges it holds, or what is wrong with it. */
export type ExportReading = { ok: true; exchanges: Exchange[] } | { ok: false; message: string }

const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 60

const json = z.custom<JsonValue>(() => true)
const headerList = z.array(z.tuple([z.string(), z.string()]))
const time = z.exactOptional(z.number())

const exchangeSchema = z.object({
  startedAt: z.number().check(z.gte(0), z.lt(8.64e15)),
  providerName: z.string().check(z.regex(/^[a-z][a-z0-9]{0,40}$/)),
  request: z.object({
    method: z.string(),
    url: z.string().check(z.refine((url) => URL.canParse(url), 'must be an address')),
    path: z.string(),
    headers: headerList,
    body: z.exactOptional(json),
    form: z.exactOptional(
      z.array(
        z.union([
          z.object({ name: z.string(), text: z.string() }),
          z.object({
            name: z.string(),
            fileName: z.string(),
            mediaType: z.string(),
            bytes: z.number(),
          }),
        ]),
      ),
    ),
    bytes: z.number(),
  }),
  outcome: z.enum(['open', 'done', 'failed', 'cut', 'stopped']),
  timing: z.object({ headers: time, firstByte: time, firstToken: time, end: time }),
  status: z.exactOptional(z.int()),
  headers: headerList,
  body: z.exactOptional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('json'), value: json, bytes: z.number() }),
      z.object({ kind: z.literal('text'), text: z.string(), bytes: z.number() }),
    ]),
  ),
  receipt: z.object({
    usage: z.exactOptional(usageSchema),
    cost: z.exactOptional(costSchema),
    balanceBeforeUsd: z.exactOptional(z.string()),
    balanceAfterUsd: z.exactOptional(z.string()),
  }),
  events: z.array(
    z.object({ at: z.number(), event: z.exactOptional(z.string()), data: z.string() }),
  ),
})

/**
 * Reads a file that this playground wrote, or any HAR. Whatever it claims is shown as what it is: an
 * exchange of the past, from a file.
 */
export function readExport(text: string): ExportReading {
  if (text.length > MAX_FILE_BYTES)
    return { ok: false, message: `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.` }
  const whole = parse(text)
  const entries = isJsonObject(whole) ? harEntries(whole) : undefined
  const candidates = entries ?? jsonLines(text)
  if (candidates === undefined)
    return { ok: false, message: 'The file is neither a HAR nor an exchange of this playground.' }
  const exchanges = candidates.slice(-MAX_ENTRIES).flatMap((value) => readExchange(value) ?? [])
  return exchanges.length === 0
    ? { ok: false, message: 'The file holds no exchange that can be read.' }
    : { ok: true, exchanges }
}

function readExchange(value: unknown): Exchange | undefined {
  const result = validate(exchangeSchema, value)
  if (!result.ok) return undefined
  const found = result.value
  const { status, headers, body, request } = found
  return {
    ...found,
    id: crypto.randomUUID(),
    background: false,
    fromFile: true,
    // A file can only tell of what is over.
    outcome: found.outcome === 'open' ? 'cut' : found.outcome,
    eventCount: found.events.length,
    ...(status === undefined || status < 400
      ? {}
      : {
          failure: readServiceError({
            status,
            headers,
            body: body?.kind === 'json' ? body.value : body?.text,
            route: request.path,
            nowMs: found.startedAt,
          }),
        }),
  }
}

function jsonLines(text: string): unknown[] | undefined {
  const [first, second, ...events] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse)
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
  const parsed = parse(answer)
  return {
    startedAt: Date.parse(textAt(entry, 'startedDateTime') ?? '') || 0,
    providerName: 'vendor',
    request: {
      method: textAt(request, 'method') ?? 'GET',
      url,
      path: URL.canParse(url) ? new URL(url).pathname : url,
      headers: pairs(request['headers']),
      bytes: sent?.length ?? 0,
      ...(sent === undefined ? {} : { body: (parse(sent) ?? sent) as JsonValue }),
    },
    outcome: 'done',
    timing: typeof entry['time'] === 'number' ? { end: entry['time'] } : {},
    ...(typeof status === 'number' && status > 0 ? { status } : {}),
    headers: pairs(response['headers']),
    body:
      parsed === undefined
        ? { kind: 'text', text: answer, bytes: answer.length }
        : { kind: 'json', value: parsed as JsonValue, bytes: answer.length },
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

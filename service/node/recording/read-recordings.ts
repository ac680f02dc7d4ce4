import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import { pathBelowVersion } from '../../../contract/api-path.ts'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { isRedacted } from '../../../contract/headers/secrets/redact-json.ts'
import { redactSecretShapes } from '../../../contract/headers/secrets/secret-shapes.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../contract/json.ts'
import { validate } from '../../../contract/validation.ts'
import { errorCode, errorMessage } from '../../app/errors.ts'
import {
  harEntrySchema,
  type HarEntry,
  type HarParam,
  type HarPostData,
  type RecordedChunk,
} from './har.ts'
import { RecordingError } from './recording-error.ts'
import { redactUrl, redactValue, type Redact } from './redact-request.ts'

/** What a request is recognized by: not its headers, not its secrets, not the order of members. */
export interface RecordedRequest {
  method: string
  /** Below the version segment, with its query in one order. */
  path: string
  body: JsonValue | undefined
}

/** A response to send again. */
export interface Recording {
  /** Where it was read from, such as `run/chat.har`. */
  source: string
  request: RecordedRequest
  /** 0 where the connection was dropped before any response. */
  status: number
  headers: HeaderList
  headersAt: number
  /** The pieces of the body, each with when it is sent, ms from the arrival of the request. */
  chunks: readonly { at: number; bytes: Uint8Array }[]
  /** Whether the connection is dropped after them. */
  isCut: boolean
  /** When it ends, ms. */
  endsAt: number
}

/**
 * The recordings of a HAR file, or of all `.har` files of a directory in the order of their names.
 * @throws RecordingError for what can't be read
 */
export function readRecordings(path: string): Recording[] {
  const files = reading(path, () =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => /\.har$/i.test(name))
          .toSorted()
          .map((name) => join(path, name))
      : [path],
  )
  const recordings = files.flatMap((file) =>
    harRecordings(
      reading(file, () => readFileSync(file, 'utf8')),
      file,
    ),
  )
  if (recordings.length === 0)
    throw new RecordingError(
      `${path} contains no recorded requests. Record some with --record DIR.`,
    )
  return recordings
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const reason = errorCode(error) || errorMessage(error)
    throw new RecordingError(`Can't read recordings from ${path} (${reason}).`, { cause: error })
  }
}

/** @throws RecordingError when the text is no HAR, or has an entry that can't be replayed */
function harRecordings(text: string, file: string): Recording[] {
  const whole = readJson(text)
  const log = isJsonObject(whole) ? whole['log'] : undefined
  const entries = isJsonObject(log) ? log['entries'] : undefined
  if (!Array.isArray(entries))
    throw new RecordingError(`${file} is not a HAR file: it has no log.entries.`)
  return entries.map((value, index) => {
    const entry = validate(harEntrySchema, value)
    if (entry.ok) return recordingOf(entry.value, basename(file))
    const [issue] = entry.issues
    throw new RecordingError(
      `${file} can't be replayed: entry ${index + 1}, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    )
  })
}

function recordingOf(entry: HarEntry, source: string): Recording {
  const { request, response, time, timings, _recording: own, _exchange: exported } = entry
  const { text = '', encoding } = response.content
  const body = new Uint8Array(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'))
  const headersAt =
    own?.headers ?? exported?.timing?.headers ?? Math.max(0, time - (timings?.receive ?? 0))
  // Browsers say of an event stream only when it ended.
  const chunks = pieces(body, own?.chunks ?? exportedChunks(entry, body) ?? [[time, body.length]])
  const form = exported?.request?.form?.map(formParam)
  const outcome = exported?.outcome
  return {
    source,
    request: {
      method: request.method,
      path: requestPath(request.url),
      body: requestBody(
        form === undefined ? request.postData : { mimeType: '', params: form },
        redactSecretShapes,
      ),
    },
    status: response.status,
    headers: replayedHeaders(response, body.length),
    headersAt,
    chunks,
    isCut: own === undefined ? outcome === 'cut' || outcome === 'stopped' : own.end !== 'complete',
    endsAt: Math.max(time, chunks.at(-1)?.at ?? 0),
  }
}

function pieces(body: Uint8Array, chunks: readonly RecordedChunk[]): Recording['chunks'] {
  let start = 0
  return chunks.map(([at, length]) => {
    start += length
    return { at, bytes: body.subarray(start - length, start) }
  })
}

/** An export of the page has a time for each event. */
function exportedChunks({ _exchange, time }: HarEntry, body: Uint8Array) {
  const events = _exchange?.events ?? []
  const chunks = events.map(({ at, event, data }): RecordedChunk => {
    const text = `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`
    return [Math.max(0, at), Buffer.byteLength(text)]
  })
  const length = chunks.reduce((sum, [, bytes]) => sum + bytes, 0)
  // A body of another kind came beside the events, or instead of them.
  if (events.length === 0 || length !== body.length) return undefined
  return chunks.length === 0 ? ([[time, body.length]] satisfies RecordedChunk[]) : chunks
}

type ExportedField = NonNullable<
  NonNullable<NonNullable<HarEntry['_exchange']>['request']>['form']
>[number]

function formParam({ name, text, mediaType, bytes }: ExportedField): HarParam {
  return {
    name,
    ...(text === undefined ? {} : { value: text }),
    ...(mediaType === undefined ? {} : { contentType: mediaType }),
    ...(bytes === undefined ? {} : { _bytes: bytes }),
  }
}

/** The path of a URL below its version segment, its query without credentials and in one order. */
export function requestPath(address: string): string {
  const url = new URL(redactUrl(address, redactSecretShapes))
  url.searchParams.sort()
  return pathBelowVersion(url.href) ?? url.pathname
}

/** A body as it is compared. */
export function requestBody(data: HarPostData | undefined, redact: Redact): JsonValue | undefined {
  if (data?.params !== undefined)
    return data.params.map(({ name, value, contentType, _bytes }) =>
      value === undefined
        ? {
            name,
            contentType: contentType ?? '',
            ...(_bytes === undefined ? {} : { bytes: _bytes }),
          }
        : { name, value: redact(value) },
    )
  if (data?.text === undefined || data.text === '') return undefined
  const value = readJson(data.text)
  return value === undefined ? redact(data.text) : redactValue(value, redact)
}

/** The same text for requests that are taken for the same. */
export function requestKey({ method, path, body }: RecordedRequest): string {
  return `${method} ${path} ${body === undefined ? '' : canonicalJson(body)}`
}

/** Belong to the connection that was recorded, to its origin, or to bytes that were decoded for the recording. */
const NOT_REPLAYED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-encoding|set-cookie|strict-transport-security|clear-site-data|content-security-policy|access-control-.*|alt-svc|:.*)$/

function replayedHeaders({ headers }: HarEntry['response'], length: number): HeaderList {
  const isDecoded = headers.some(({ name }) => /^content-encoding$/i.test(name))
  return headers.flatMap(({ name, value }): HeaderList => {
    const lower = name.toLowerCase()
    if (NOT_REPLAYED.test(lower) || isRedacted(value)) return []
    // One that was cut short promised more than came.
    if (lower === 'content-length' && (isDecoded || Number(value) < length)) return []
    return [[lower, value]]
  })
}

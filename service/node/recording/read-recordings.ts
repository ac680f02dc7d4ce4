import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import { pathBelowVersion } from '../../../contract/api-path.ts'
import {
  harBytes,
  harEntries,
  harPieces,
  readHarEntry,
  type HarEntry,
} from '../../../contract/har/har-entry.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { isRedacted } from '../../../contract/headers/secrets/redact-json.ts'
import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'
import { canonicalJson } from '../../../contract/json-text.ts'
import { given, readJson, type JsonValue } from '../../../contract/json.ts'
import { errorCode, errorMessage } from '../../app/errors.ts'
import { type HarPostData, RecordingError } from './har.ts'
import { redactUrl, redactValue, textOf, type Redact } from './redact-request.ts'

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
  /** Whether the program that wrote the file left the body out. */
  isBodyMissing: boolean
  /** Whether the connection is dropped after them. */
  isCut: boolean
  /** When it ends, ms. */
  endsAt: number
}

interface RecordingsReading {
  recordings: Recording[]
  /** What can't be replayed, in sentences for the person who starts the service. */
  notes: string[]
}

/**
 * The recordings of a HAR file, or of all `.har` files of a directory in the order of their names.
 * @throws RecordingError for a file that can't be read, or where nothing can be replayed
 */
export function readRecordings(path: string): RecordingsReading {
  const files = reading(path, () =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => /\.har$/i.test(name))
          .toSorted()
          .map((name) => join(path, name))
      : [path],
  )
  const readings = files.map((file) =>
    harRecordings(
      reading(file, () => readFileSync(file, 'utf8')),
      file,
    ),
  )
  const recordings = readings.flatMap((each) => each.recordings)
  const notes = readings.flatMap((each) => each.notes)
  if (recordings.length === 0)
    throw new RecordingError(
      notes.length > 0
        ? `${path} can't be replayed. ${notes.join(' ')}`
        : `${path} contains no recorded requests. Record some with --record DIR.`,
    )
  return { recordings, notes }
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const reason = errorCode(error) || errorMessage(error)
    throw new RecordingError(`Can't read recordings from ${path} (${reason}).`, { cause: error })
  }
}

/** @throws RecordingError when the text is no HAR */
function harRecordings(text: string, file: string): RecordingsReading {
  const source = basename(file)
  const entries = harEntries(text)
  if (entries === undefined)
    throw new RecordingError(`${file} is not a HAR file: it has no log.entries.`)
  const problems = new Map<string, number[]>()
  const note = (problem: string, index: number) => {
    const numbers = problems.get(problem)
    if (numbers === undefined) problems.set(problem, [index + 1])
    else numbers.push(index + 1)
  }
  const recordings = entries.flatMap((value, index) => {
    const entry = readHarEntry(value)
    if (entry === undefined) {
      note("it has no URL that can be read, so it can't be replayed", index)
      return []
    }
    const recording = recordingOf(entry, source)
    const problem = whyNotReplayable(entry, recording)
    if (problem !== undefined) {
      note(problem, index)
      return []
    }
    if (recording.isBodyMissing) note(NO_BODY, index)
    for (const [name] of entry.headers.filter((header) => !isSendable(header)))
      note(`its header ${JSON.stringify(name)} can't be sent and is left out`, index)
    return [recording]
  })
  return {
    recordings,
    notes: [...problems].map(([problem, numbers]) => `${source}, ${places(numbers)}: ${problem}.`),
  }
}

const NO_BODY =
  'the body of the response is not in the file, so this request gets an error. Browsers leave out the events of streams; --record writes them'

/** The numbers of entries that have something in common; the first ones where there are many. */
function places(numbers: readonly number[]): string {
  const more = numbers.length > 5 ? ` and ${numbers.length - 5} more` : ''
  return `${numbers.length === 1 ? 'entry' : 'entries'} ${numbers.slice(0, 5).join(', ')}${more}`
}

/** The longest time that Node waits, ms: 24 days. */
const MAX_WAIT_MS = 2 ** 31 - 1

/** Why a response can't be sent, as the end of a sentence; undefined where it can. */
function whyNotReplayable({ isWebSocket }: HarEntry, recording: Recording): string | undefined {
  if (isWebSocket) return "a WebSocket connection can't be replayed"
  const { status, headersAt, endsAt } = recording
  if (status !== 0 && (!Number.isInteger(status) || status < 200 || status > 599))
    return `its status is ${status}, but only 200 to 599 can be replayed`
  return Math.max(headersAt, endsAt) > MAX_WAIT_MS
    ? "its response ends after more than 24 days, so it can't be replayed"
    : undefined
}

function recordingOf(entry: HarEntry, source: string): Recording {
  const { method, url, sent, status, end = 0, ended, isBodyMissing } = entry
  const chunks = harPieces(entry)
  const length = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const isCut = ended !== 'complete'
  return {
    source,
    request: {
      method,
      path: requestPath(url),
      body: sent && requestBody(postDataOf(sent), redactSecretShapes),
    },
    status,
    headers: replayedHeaders(entry, length, isCut),
    headersAt: entry.headersAt ?? end,
    chunks,
    isBodyMissing,
    isCut,
    endsAt: chunks.reduce((latest, { at }) => Math.max(latest, at), end),
  }
}

/** What was sent, as a recording of this service has it. */
function postDataOf(sent: NonNullable<HarEntry['sent']>): HarPostData {
  if ('text' in sent) {
    const bytes = harBytes(sent)
    return { mimeType: '', text: textOf(bytes) ?? `<${bytes.length} bytes>` }
  }
  return {
    mimeType: '',
    params: sent.fields.map(({ name, text, mediaType, bytes }) => ({
      name,
      ...(text !== undefined && { value: text }),
      ...(mediaType !== undefined && { contentType: mediaType }),
      ...(bytes !== undefined && { _bytes: bytes }),
    })),
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
        ? { name, contentType: contentType ?? '', ...given({ bytes: _bytes }) }
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

/** Whether Node sends a header: a name of token characters, a value of ASCII without line ends. */
function isSendable([name, value]: HeaderList[number]): boolean {
  return (
    NOT_REPLAYED.test(name.toLowerCase()) ||
    (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value))
  )
}

function replayedHeaders({ headers }: HarEntry, length: number, isCut: boolean): HeaderList {
  return headers.flatMap((header): HeaderList => {
    const [name, value] = header
    const lower = name.toLowerCase()
    if (NOT_REPLAYED.test(lower) || isRedacted(value) || !isSendable(header)) return []
    // Only a response that was cut short promises more than comes; whoever reads another waits for ever.
    const isPromise = isCut && /^\d+$/.test(value) && Number(value) > length
    if (lower === 'content-length' && value !== String(length) && !isPromise) return []
    return [[lower, value]]
  })
}

import {
  createEventDecoder,
  EventTooLargeError,
} from '../../../../contract/chat/read/event-decoder.ts'
import {
  readEvent,
  readWhole,
  type WireReading,
} from '../../../../contract/chat/read/read-event.ts'
import { createEventMask } from '../../../../contract/headers/secrets/event-mask.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { errorCode } from '../../errors.ts'
import { createJsonCounter } from '../../http/body/read-body.ts'
import { type HttpError, standardError } from '../../http/http-error.ts'
import { nextTurn } from '../../timing.ts'

/** An OpenAI-compatible server. `baseUrl` holds the version segment. */
export interface UpstreamEndpoint {
  /** Goes before the ids of its models, as `name/`; absent: they are offered as they came. */
  name?: string
  baseUrl: string
  key: string | undefined
  /** Sent with every request, as a gateway asks for them. */
  headers?: Readonly<Record<string, string>>
}

/** The environment variable that holds its key: `VENDOR_UPSTREAM_KEY_MY_GPU` for `my-gpu`. */
export function keyVariable(name: string | undefined): string {
  return `VENDOR_UPSTREAM_KEY${suffixOf(name)}`
}

/** The one that holds its headers, as JSON: `VENDOR_UPSTREAM_HEADERS_MY_GPU`. */
export function headersVariable(name: string | undefined): string {
  return `VENDOR_UPSTREAM_HEADERS${suffixOf(name)}`
}

function suffixOf(name: string | undefined): string {
  return name === undefined ? '' : `_${name.toUpperCase().replaceAll('-', '_')}`
}

/** The id under which a model of it is offered here. */
export function offeredId({ name }: UpstreamEndpoint, id: string): string {
  return name === undefined ? id : `${name}/${id}`
}

/** Its own id of a model that is offered as `id`; undefined for a model of somebody else. */
export function ownId({ name }: UpstreamEndpoint, id: string): string | undefined {
  if (name === undefined) return id
  return id.startsWith(`${name}/`) ? id.slice(name.length + 1) : undefined
}

/** The headers of a request to it. */
export function upstreamHeaders({ key, headers }: UpstreamEndpoint): Record<string, string> {
  return {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...headers,
    ...(key === undefined || key === '' ? {} : { Authorization: `Bearer ${key}` }),
  }
}

/** Shorter values of headers are names, which stand in many texts. */
const MIN_SECRET_LENGTH = 12

/** What authenticates this service there. Its clients must never get it, whatever the server repeats. */
export function upstreamSecrets({ key, headers = {} }: UpstreamEndpoint): readonly string[] {
  const values = Object.values(headers).map((value) => value.replace(/^Bearer\s+/i, ''))
  const long = values.filter(({ length }) => length >= MIN_SECRET_LENGTH)
  return key === undefined || key === '' ? long : [key, ...long]
}

/** The 502 of a server that cannot be reached or understood. */
export function unreachable({ baseUrl }: UpstreamEndpoint, why: string): HttpError {
  return standardError(
    502,
    `The upstream server at ${new URL(baseUrl).origin} ${why}. The built-in sandbox models still work.`,
  )
}

/** Why a server could not be reached, as the code of the socket. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'timed out'
  return errorCode(cause) || 'no connection'
}

/** What an upstream server may send for one response, bytes. */
const MAX_UPSTREAM_BYTES = 32 * 1024 * 1024
/** How long it may send nothing, ms. */
const SILENCE_MS = 120_000

/**
 * What a response in one piece may have: much more than a request, as log probabilities are many. What is nested too deeply
 * is left out where it is read.
 */
const LIMITS = {
  mostLevels: Infinity,
  mostStructures: 500_000,
  mostKeys: 1_500_000,
  mostValues: 2_000_000,
}
/** Events that are read at once, and the ms of work after which others have their turn. */
const BATCH = 64
const TURN_MS = 8

/** Why the response of an upstream server is given up, as the rest of a sentence. */
export class UpstreamBodyError extends Error {
  override name = 'UpstreamBodyError'
}

/** What one read of the body said; `isWhole` where it is no stream, so that all of it is there. */
interface BodyReadings {
  readings: readonly WireReading[]
  isWhole: boolean
}

interface UpstreamBodyOptions {
  /** What must not be in what is read: the server's key, in pieces too. */
  secrets?: readonly string[]
  maxBytes?: number
}

/**
 * Reads the response of an upstream server, stream or not and whatever its label, within limits of bytes, depth, values
 * and time. Ends with the stream's own end, whether or not the connection is closed.
 * @throws UpstreamBodyError beyond a limit; what the connection throws when it breaks
 */
export async function* upstreamReadings(
  body: ReadableStream<Uint8Array>,
  { secrets = [], maxBytes = MAX_UPSTREAM_BYTES }: UpstreamBodyOptions = {},
): AsyncGenerator<BodyReadings> {
  const context = { providerName: NEUTRAL_PROVIDER_NAME, nowMs: Date.now() }
  const decoder = createEventDecoder()
  const counter = createJsonCounter(LIMITS)
  const mask = createEventMask(secrets)
  const reader = body.getReader()
  let bytes = 0
  let turnedAt = performance.now()
  try {
    for (;;) {
      const read = await withinSilence(reader.read())
      bytes += read.value?.byteLength ?? 0
      if (bytes > maxBytes) throw new UpstreamBodyError(`went over ${maxBytes} bytes`)
      const { events, whole } = read.done
        ? decoder.end()
        : { events: decoder.decode(read.value), whole: undefined }
      if (!read.done && decoder.form() === 'whole') {
        const excess = counter.add(read.value)
        if (excess !== undefined) throw new UpstreamBodyError(`may have ${excess}`)
      }
      if (whole !== undefined) yield { readings: readWhole(mask(whole), context), isWhole: true }
      for (let from = 0; from < events.length; from += BATCH) {
        const batch = events.slice(from, from + BATCH)
        const readings = batch.flatMap((event) =>
          readEvent({ ...event, data: mask(event.data) }, context),
        )
        const end = readings.findIndex(({ kind }) => kind === 'end')
        yield { readings: end < 0 ? readings : readings.slice(0, end), isWhole: false }
        if (end >= 0) return
        // A server that never pauses leaves the others their turn.
        if (performance.now() - turnedAt < TURN_MS) continue
        await nextTurn()
        turnedAt = performance.now()
      }
      if (read.done) return
    }
  } catch (error) {
    if (!(error instanceof EventTooLargeError)) throw error
    throw new UpstreamBodyError('has an event without an end', { cause: error })
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

async function withinSilence<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new UpstreamBodyError(`stopped for ${SILENCE_MS / 1000} seconds`)),
      SILENCE_MS,
    )
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** The text of a short response, such as an error's; of a longer one its beginning. */
export async function upstreamText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let bytes = 0; reader !== undefined && bytes <= maxBytes;) {
      const { done, value } = await withinSilence(reader.read())
      if (done) break
      bytes += value.byteLength
      text += decoder.decode(value.subarray(0, value.byteLength - Math.max(0, bytes - maxBytes)), {
        stream: true,
      })
    }
  } catch {
    // A broken body says as much as what came of it.
  }
  reader?.cancel().catch(() => undefined)
  return text
}

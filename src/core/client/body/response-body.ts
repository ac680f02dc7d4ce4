import { concatBytes } from '../../../../contract/encoding/bytes.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { charsetOf, type HeaderList } from '../../../../contract/headers/header-list.ts'
import { createEventMask, mapTexts } from '../../../../contract/headers/secrets/event-mask.ts'
import { redacted } from '../../../../contract/headers/secrets/secret-mask.ts'
import { parseJson, readJson } from '../../../../contract/json.ts'
import { causeOf } from '../cause.ts'
import type { Connection } from '../connection/connections.ts'
import type { ExchangeBody, TextBody } from '../exchanges/exchange.ts'
import type { OpenExchange } from '../exchanges/open-exchange.ts'
import type { World } from '../world.ts'

/** A response whose body has not been read. */
export interface Incoming {
  connection: Connection
  response: Response
  /** The headers a page may read, without the credential should the service repeat it. */
  headers: HeaderList
  signal: AbortSignal
  exchange: OpenExchange
  /** Masks the credential of the request in received text. */
  mask: (text: string) => string
  /** What it masks: a stream may bring it in pieces. */
  secrets: readonly string[]
  world: World
  /** The most that is read of it, where that is less than a page can hold. */
  maxBytes?: number
}

type Read<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** Reads the body of a response and records it in the exchange. */
export type Reader<T> = (incoming: Incoming) => Promise<Read<T>>

/** The most text that a page holds of one response, bytes. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024

/** Reads a response to its end and records it: JSON where it parses, text otherwise. */
export const readText: Reader<TextBody> = async (incoming) => {
  const bytes = await readBytes(incoming)
  if (!bytes.ok) return bytes
  // Read as what it is, so that no credential hides in how it was written.
  const charset = charsetOf(bytes.value, incoming.response.headers.get('content-type') ?? '')
  const text = new TextDecoder(charset).decode(bytes.value)
  return { ok: true, value: recordText(incoming, text, bytes.value.byteLength) }
}

/** Records the text of a response, secrets masked; JSON where it parses. */
export function recordText(incoming: Incoming, received: string, bytes: number): TextBody {
  const body = masked(parsed(received, bytes), incoming)
  recordBody(incoming, body)
  return body
}

const TEXT_TYPE =
  /^$|^text\/|[/+]json$|^application\/(?:xml|yaml|javascript|(?:x-)?(?:ndjson|jsonl|yaml)|x-www-form-urlencoded)$/i

/** Reads a response that may be a file, by its content type; text as {@link readText} does. */
export const readAny: Reader<ExchangeBody> = async (incoming) => {
  const { response } = incoming
  const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? ''
  if (TEXT_TYPE.test(mediaType)) return readText(incoming)
  let blob: Blob
  try {
    blob = await response.blob()
  } catch (error) {
    return cutOff(error)
  }
  const body: ExchangeBody = { kind: 'file', mediaType, blob, bytes: blob.size }
  recordBody(incoming, body)
  return { ok: true, value: body }
}

/** Reads JSON with `parse`, which returns undefined for what is not `expected`. */
export function json<T>(parse: (value: unknown) => T | undefined, expected: string): Reader<T> {
  return async (incoming) => {
    const body = await readText(incoming)
    if (!body.ok) return body
    const value = body.value.kind === 'json' ? parse(body.value.value) : undefined
    if (value !== undefined) return { ok: true, value }
    return { ok: false, failure: { kind: 'unexpected_answer', message: `Expected ${expected}.` } }
  }
}

/** As {@link json}; every string in the response is a secret, so none is recorded. */
export function secretJson<T>(
  parse: (value: unknown) => T | undefined,
  expected: string,
): Reader<T> {
  return async (incoming) => {
    const bytes = await readBytes(incoming)
    if (!bytes.ok) return bytes
    const value = readJson(new TextDecoder().decode(bytes.value))
    const text = JSON.stringify(value ?? null, (_name, inner: unknown) =>
      typeof inner === 'string' ? redacted(inner) : inner,
    )
    recordBody(incoming, parsed(text, bytes.value.byteLength))
    const read = parse(value)
    if (read !== undefined) return { ok: true, value: read }
    const message = `Expected ${expected}.`
    return { ok: false, failure: { kind: 'unexpected_answer', message } }
  }
}

/** Reads and records a response of status 2xx where another status was wanted. */
export function unwanted(failure: Failure): Reader<never> {
  return async (incoming) => {
    const body = await readText(incoming)
    return body.ok ? { ok: false, failure } : body
  }
}

/** A body that ended before it was whole. */
export function cutOff(error: unknown): { ok: false; failure: Failure } {
  return {
    ok: false,
    failure: {
      kind: 'cut',
      message: 'The connection ended before the response was complete.',
      cause: causeOf(error),
    },
  }
}

/** The bytes of a body, read piece by piece so that an endless one is given up. */
async function readBytes({
  response,
  maxBytes = MAX_TEXT_BYTES,
}: Incoming): Promise<Read<Uint8Array>> {
  if (response.body === null) return { ok: true, value: new Uint8Array() }
  const reader = response.body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    let piece: Awaited<ReturnType<typeof reader.read>>
    try {
      piece = await reader.read()
    } catch (error) {
      return cutOff(error)
    }
    if (piece.done) return { ok: true, value: concatBytes(pieces) }
    pieces.push(piece.value)
    length += piece.value.byteLength
    if (length > maxBytes) {
      reader.cancel().catch(() => undefined)
      const message = `The response went over ${maxBytes} bytes.`
      return { ok: false, failure: { kind: 'answer_too_large', message } }
    }
  }
}

function recordBody({ exchange }: Incoming, body: ExchangeBody): void {
  exchange.update((before) => ({
    ...before,
    body,
    timing: { firstByte: exchange.elapsed(), ...before.timing },
  }))
}

/** A body without the credential: in JSON it is looked for in what was read, not in how that was written. */
function masked(body: TextBody, { mask, secrets }: Incoming): TextBody {
  if (secrets.length === 0) return body
  return body.kind === 'json'
    ? { ...body, value: mapTexts(body.value, mask) }
    : { ...body, text: mask(maskedLines(body.text, secrets)) }
}

/** A stream that is read as one text brings a secret in pieces too: one line after the other. */
function maskedLines(text: string, secrets: readonly string[]): string {
  const mask = createEventMask(secrets)
  return text.replace(/^(data: ?|)(.+)$/gm, (_, field: string, data: string) => field + mask(data))
}

function parsed(text: string, bytes: number): TextBody {
  try {
    return { kind: 'json', value: parseJson(text), bytes }
  } catch {
    return { kind: 'text', text, bytes }
  }
}

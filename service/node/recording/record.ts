import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type HeaderList, headerValue } from '../../../contract/headers/header-list.ts'
import { redactHeaders } from '../../../contract/headers/secrets/redaction.ts'
import { given } from '../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { errorCode, errorMessage } from '../../app/errors.ts'
import type { Connection } from '../../app/http/app-environment.ts'
import { harFile, type RecordedChunk, type RecordedEnd, RecordingError } from './har.ts'
import {
  createRedact,
  credentialsOf,
  postDataOf,
  type Redact,
  redactUrl,
} from './redact-request.ts'
import { decompressed, redactResponse, unread } from './redact-response.ts'

/** Where the service dropped a connection, it says so. */
type RecordedConnection = Connection & { readonly isDropped: boolean }

type Fetch = (request: Request, connection: RecordedConnection) => Promise<Response>

/** What a recorder needs of the world; `now` in ms from any moment. */
interface RecorderWorld {
  fetch: Fetch
  now: () => number
  /** Is given one sentence where an exchange could not be recorded. */
  warn: (message: string) => void
  write?: (file: string, text: string) => Promise<void>
}

interface Recorder {
  fetch: Fetch
  /** Resolves when what has ended is written. */
  settle(): Promise<void>
}

/**
 * Writes each request to the API and its response as a HAR file of its own (`--record`), without secrets. What can't
 * be written is served all the same.
 * @throws RecordingError when the directory can't be used
 */
export function createRecorder(directory: string, world: RecorderWorld): Recorder {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw new RecordingError(`Can't record to ${directory} (${reasonOf(error)}).`, { cause: error })
  }
  const write = world.write ?? writeWhole
  const writing = new Set<Promise<void>>()
  const run = randomBytes(3).toString('hex')
  let count = 0
  const save = (exchange: Promise<object>, startedAt: Date, name: string) => {
    count += 1
    const stamp = startedAt.toISOString().replace(/[:.]/g, '-')
    const file = join(directory, `${stamp}-${String(count).padStart(6, '0')}-${run}-${name}.har`)
    const written = exchange
      .then((entry) => write(file, harFile(entry)))
      .catch((error: unknown) =>
        world.warn(
          `A request was served but not recorded in ${directory} (${reasonOf(error)}). Free space, or choose another --record directory.`,
        ),
      )
      .finally(() => writing.delete(written))
    writing.add(written)
  }
  return {
    fetch: async (request, connection) => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/api/v1/') || request.method === 'OPTIONS')
        return world.fetch(request, connection)
      const name = `${request.method}${pathname.slice('/api/v1'.length)}`
      const exchange = new RecordedExchange(request, world.now)
      const end = (how: 'complete' | 'client left') => {
        const entry = exchange.end(connection.isDropped ? 'dropped' : how)
        if (entry !== undefined)
          save(entry, exchange.startedAt, name.replace(/[^\w-]+/g, '-').slice(0, 80))
      }
      connection.onClose(() => end('client left'))
      const response = await world.fetch(exchange.request, connection)
      // Nobody receives what is made after the connection was dropped.
      if (connection.isDropped) end('complete')
      return exchange.respond(response, () => end('complete'))
    },
    settle: async () => {
      await Promise.all(writing)
    },
  }
}

/** Another program that reads the directory never sees half a file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.part`
  try {
    await writeFile(part, text, { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

function reasonOf(error: unknown): string {
  return errorCode(error) || errorMessage(error)
}

/** A body beyond this is not recorded, bytes: it would have to be held in memory. */
const MAX_BYTES = 64 * 1024 * 1024

/** Bytes that pass, as long as they are not too many to hold. */
class PassingBytes {
  readonly #parts: Uint8Array[] = []
  length = 0

  add(bytes: Uint8Array): void {
    this.length += bytes.length
    if (this.length <= MAX_BYTES) this.#parts.push(bytes)
    else this.#parts.length = 0
  }

  whole(): Uint8Array<ArrayBuffer> {
    if (this.length > MAX_BYTES)
      throw new RecordingError(`a body is larger than ${MAX_BYTES / 1024 / 1024} MiB`)
    return new Uint8Array(Buffer.concat(this.#parts))
  }
}

class RecordedExchange {
  readonly startedAt = new Date()
  /** The request as the service is to see it: uncompressed responses can be read and replayed. */
  readonly request: Request
  readonly #now: () => number
  readonly #started: number
  readonly #sent = new PassingBytes()
  readonly #received = new PassingBytes()
  readonly #chunks: RecordedChunk[] = []
  readonly #arrived: Promise<void>
  #response: { status: number; headers: HeaderList; at: number } | undefined
  #isOver = false

  constructor(request: Request, now: () => number) {
    this.#now = now
    this.#started = now()
    // Read here too, as a request that is refused may not be read there at all.
    const [seen, body] = request.body?.tee() ?? []
    this.#arrived = seen === undefined ? Promise.resolve() : this.#readSent(seen)
    const init = body === undefined ? {} : { body, duplex: 'half' }
    this.request = new Request(request, init)
    this.request.headers.delete('accept-encoding')
  }

  /** The response, whose body is recorded as it passes. */
  respond(response: Response, end: () => void): Response {
    if (this.#isOver) return response
    const { status, headers } = response
    this.#response = { status, headers: [...headers], at: this.#elapsed() }
    if (response.body === null) {
      end()
      return response
    }
    const reader = response.body.getReader()
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await reader.read()
        // A response that was dropped closes its stream too.
        if (done && !this.#isOver) end()
        if (done) return controller.close()
        this.#received.add(value)
        this.#chunks.push([this.#elapsed(), value.length])
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    })
    return new Response(body, { status, headers })
  }

  /** The entry of a HAR, once; undefined where the client left before there was anything to record. */
  end(how: RecordedEnd): Promise<object> | undefined {
    if (this.#isOver) return undefined
    this.#isOver = true
    if (this.#response === undefined && how === 'client left') return undefined
    return this.#entry(how, this.#elapsed())
  }

  async #readSent(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    // A client that leaves breaks it off: what came until then is recorded.
    const read = () => reader.read().catch(() => ({ done: true, value: undefined }))
    for (let part = await read(); part.value !== undefined; part = await read()) {
      this.#sent.add(part.value)
      if (this.#sent.length > MAX_BYTES) return void reader.cancel()
    }
  }

  async #entry(how: RecordedEnd, time: number): Promise<object> {
    const { method, url, headers } = this.request
    const redact = createRedact(headers)
    const { status, headers: answered, at } = this.#response ?? { status: 0, headers: [], at: time }
    await this.#arrived
    const sentBytes = this.#sent.whole()
    const postData = await postDataOf(sentBytes, headers.get('content-type') ?? '', redact)
    const received = { bytes: this.#received.whole(), chunks: this.#chunks }
    const mimeType = headerValue(answered, 'content-type') ?? ''
    const encoding = headerValue(answered, 'content-encoding') ?? 'identity'
    const body = /^\s*identity\s*$/i.test(encoding)
      ? received
      : await decompressed(received, encoding, MAX_BYTES)
    const { content, chunks } =
      body === undefined
        ? unread(received, mimeType)
        : redactResponse(body, mimeType, credentialsOf(headers, url))
    const shown = redactUrl(url, redact)
    return {
      startedDateTime: this.startedAt.toISOString(),
      time,
      request: {
        method,
        url: shown,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: named(requestHeaders(headers, redact)),
        queryString: named([...new URL(shown).searchParams]),
        headersSize: -1,
        bodySize: sentBytes.length,
        ...given({ postData }),
      },
      response: {
        status,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: named(responseHeaders(answered, content.mimeType, redact)),
        content: { size: body?.bytes.length ?? received.bytes.length, ...content },
        redirectURL: '',
        headersSize: -1,
        bodySize: received.bytes.length,
      },
      cache: {},
      timings: { send: 0, wait: at, receive: rounded(time - at) },
      _recording: { version: 1, headers: at, chunks, end: how },
    }
  }

  #elapsed(): number {
    return rounded(this.#now() - this.#started)
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/** Say how a response is to be read, and nothing of anybody. */
const PLAIN_HEADERS =
  /^(?:cache-control|content-length|content-disposition|vary|x-request-id|openai-(?:processing-ms|version|model)|x-content-type-options|referrer-policy|cross-origin-resource-policy)$/

function requestHeaders(headers: Headers, redact: Redact): HeaderList {
  return redactHeaders([...headers], NEUTRAL_PROVIDER_NAME).map(([name, value]) => [
    name,
    redact(value),
  ])
}

function responseHeaders(headers: HeaderList, mimeType: string, redact: Redact): HeaderList {
  return headers.flatMap(([name, value]): HeaderList => {
    if (/balance|cookie/i.test(name)) return []
    if (name === 'content-type') return [[name, redact(mimeType)]]
    const shown = PLAIN_HEADERS.test(name)
      ? value
      : redactHeaders([[name, value]], NEUTRAL_PROVIDER_NAME)[0]?.[1]
    return [[name, redact(shown ?? '')]]
  })
}

function named(pairs: HeaderList): { name: string; value: string }[] {
  return pairs.map(([name, value]) => ({ name, value }))
}

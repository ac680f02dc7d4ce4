import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import { redactHeaders } from '../../../contract/headers/secrets/redaction.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import type { RecordedChunk, RecordedEnd } from './har.ts'
import { RecordingError } from './recording-error.ts'
import {
  createRedact,
  credentialsOf,
  postDataOf,
  redactUrl,
  type Redact,
} from './redact-request.ts'
import { decompressed, redactResponse, unread } from './redact-response.ts'

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

/** A request and its response while they pass. */
export class RecordedExchange {
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
        ...(postData === undefined ? {} : { postData }),
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

/** The headers as the body is recorded. */
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

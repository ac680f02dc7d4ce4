import {
  createEventDecoder,
  EventTooLargeError,
} from '../../../../contract/chat/read/event-decoder.ts'
import {
  readEvent,
  readWhole,
  type WireReading,
} from '../../../../contract/chat/read/read-event.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { createJsonCounter } from '../../http/body/json-counts.ts'

/** What an upstream server may send for one response, bytes. */
const MAX_UPSTREAM_BYTES = 32 * 1024 * 1024
/** How long it may send nothing, ms. */
const SILENCE_MS = 120_000

/** Why the response of an upstream server is given up, as the rest of a sentence. */
export class UpstreamBodyError extends Error {
  override name = 'UpstreamBodyError'
}

/** What one read of the body said; `isWhole` where it is no stream, so that all of it is there. */
interface BodyReadings {
  readings: readonly WireReading[]
  isWhole: boolean
}

/**
 * Reads the response of an upstream server, stream or not and whatever its label, within limits of bytes, depth, values
 * and time. Ends with the stream's own end, whether or not the connection is closed.
 * @throws UpstreamBodyError beyond a limit; what the connection throws when it breaks
 */
export async function* upstreamReadings(
  body: ReadableStream<Uint8Array>,
  maxBytes = MAX_UPSTREAM_BYTES,
): AsyncGenerator<BodyReadings> {
  const context = { providerName: NEUTRAL_PROVIDER_NAME, nowMs: Date.now() }
  const decoder = createEventDecoder()
  const counter = createJsonCounter()
  const reader = body.getReader()
  let bytes = 0
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
      const isWhole = whole !== undefined
      const readings = isWhole
        ? readWhole(whole, context)
        : events.flatMap((event) => readEvent(event, context))
      if (readings.length > 0) yield { readings, isWhole }
      if (read.done || readings.some(({ kind }) => kind === 'end')) return
    }
  } catch (error) {
    if (!(error instanceof EventTooLargeError)) throw error
    throw new UpstreamBodyError('holds an event without end', { cause: error })
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

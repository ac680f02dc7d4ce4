import {
  createEventDecoder,
  EventTooLargeError,
  type ServerEvent,
} from '../../../../contract/chat/read/event-decoder.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { createEventMask } from '../../../../contract/headers/secrets/event-mask.ts'
import { cutOff, type Incoming } from '../body/response-body.ts'
import { causeOf } from '../cause.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'
import { createEventLog } from './event-log.ts'
import { createStreamClocks, type SilenceLimits } from './stream-clocks.ts'

/** A line of an event stream, after a byte order mark and blank lines; no JSON begins like that. */
const FIRST_LINE = /^\uFEFF?\s*(?:(?:data|event|id|retry)?:|(?:data|event|id|retry)[\r\n])/
/** So much of a body says enough, in bytes or characters, blank lines included. */
const ENOUGH = 64

/** The most a page holds of one streamed response, bytes. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024
const CHECK_INTERVAL_MS = 1000
/** Events that are taken at once: a page that was busy finds hundreds in one read, or in many reads in a row. */
const BATCH = 64
/** After so much work the page has its turn, ms of the clock. */
const TURN_MS = 8
/** How long a connection may stay open after the end that was said, ms. */
const CLOSING_MS = 250

export interface StreamListener {
  /**
   * Takes events in batches, one or more per network read; returns a failure when one says that the stream failed,
   * `complete` when nothing that follows is wanted.
   */
  onEvents: (events: readonly StreamEventRecord[]) => Verdict | Promise<Verdict>
  /** Whether only keep-alives have arrived for long. */
  onQuiet: (isQuiet: boolean) => void
  /** Takes a body that is no event stream, whatever its label says. */
  onWhole?: (text: string, bytes: number) => Verdict | Promise<Verdict>
  /** Told when the connection stays open after the end that was said. Asked for, it is given a moment to close. */
  onOpenEnd?: () => void
  /** How long each kind of silence may last; as for a model's response unless given. */
  limits?: SilenceLimits
}

type Verdict = Failure | 'complete' | undefined

/**
 * Whether a response is an event stream: by its content type, and otherwise by how its body begins, since servers
 * and proxies label streams as JSON, as text, or not at all. `incoming` is to be read from then on.
 */
export async function isEventStream(
  incoming: Incoming,
): Promise<{ isStream: boolean; incoming: Incoming }> {
  const { response } = incoming
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/event-stream\b/i.test(type.trim())) return { isStream: true, incoming }
  if (response.body === null) return { isStream: false, incoming }
  const [head, body] = response.body.tee()
  const reader = head.getReader()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  while (text.length < ENOUGH && !/\S[^\r\n]*[\r\n:]|\S{8}/.test(text)) {
    // What fails here fails for whoever reads it all.
    const piece = await reader.read().catch(() => undefined)
    if (piece?.value === undefined) break
    text += decoder.decode(piece.value.subarray(0, ENOUGH), { stream: true })
  }
  reader.cancel().catch(() => undefined)
  const { status, headers } = response
  const again = { ...incoming, response: new Response(body, { status, headers }) }
  return { isStream: FIRST_LINE.test(text), incoming: again }
}

/**
 * Reads a `text/event-stream` to its end and records its events; undefined when the connection
 * closed in good order, which alone does not say that the response is complete. Watches both clocks
 * and gives up on a stall. What a listener throws is not taken for a fault of the network.
 */
export async function readStream(
  { response, exchange, secrets, world, maxBytes = MAX_STREAM_BYTES }: Incoming,
  { onEvents, onQuiet, onWhole, onOpenEnd, limits }: StreamListener,
): Promise<Failure | undefined> {
  if (response.body === null) return undefined
  const reader = response.body.getReader()
  const decoder = createEventDecoder()
  const clocks = createStreamClocks(world.clock.elapsed(), limits)
  const maskEvent = createEventMask(secrets)
  const log = createEventLog()
  let stalled = false
  const timer = setInterval(() => {
    const verdict = clocks.check(world.clock.elapsed())
    onQuiet(verdict === 'quiet')
    if (verdict !== 'stalled') return
    stalled = true
    reader.cancel().catch(() => undefined)
  }, CHECK_INTERVAL_MS)

  const record = (events: readonly ServerEvent[]): ReturnType<StreamListener['onEvents']> => {
    clocks.progress(world.clock.elapsed())
    const at = exchange.elapsed()
    const records = events.map(({ data, ...event }): StreamEventRecord => ({
      at,
      ...event,
      data: maskEvent(data),
    }))
    log.add(records)
    exchange.update((before) => ({
      ...before,
      events: log,
      eventCount: log.length,
      timing: { firstByte: at, ...before.timing },
    }))
    return onEvents(records)
  }

  let bytes = 0
  let worked = 0
  try {
    for (;;) {
      let read: Awaited<ReturnType<typeof reader.read>>
      try {
        read = await reader.read()
      } catch (error) {
        return cutOff(error).failure
      }
      if (stalled) return { kind: 'stalled', message: 'Nothing arrived for a long time.' }
      if (!read.done) {
        clocks.bytes(world.clock.elapsed())
        bytes += read.value.byteLength
      }
      let events: ServerEvent[]
      let whole: string | undefined
      try {
        if (read.done) ({ events, whole } = decoder.end())
        else events = decoder.decode(read.value)
      } catch (error) {
        if (!(error instanceof EventTooLargeError)) throw error
        return tooLarge('One event of the stream is too large.', error)
      }
      for (let from = 0; from < events.length; from += BATCH) {
        const started = world.clock.elapsed()
        // Awaited only where it must be: a turn of the loop per event would slow long responses down.
        const taken = record(events.slice(from, from + BATCH))
        const verdict = taken instanceof Promise ? await taken : taken
        if (verdict === 'complete') {
          if (onOpenEnd && !read.done && !(await closesSoon(reader))) onOpenEnd()
          return undefined
        }
        if (verdict !== undefined) return verdict
        worked += world.clock.elapsed() - started
        if (worked < TURN_MS) continue
        worked = 0
        await nextTask()
      }
      if (read.done) {
        const verdict = whole ? await onWhole?.(whole, bytes) : undefined
        return verdict === 'complete' ? undefined : verdict
      }
      if (bytes > maxBytes) return tooLarge(`The response went over ${maxBytes} bytes.`)
    }
  } finally {
    log.end()
    clearInterval(timer)
    onQuiet(false)
    reader.cancel().catch(() => undefined)
  }
}

/** Whether a body ends within a moment; what still comes is not wanted. */
async function closesSoon(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const moment = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CLOSING_MS)
  })
  const drained = async (): Promise<boolean> => {
    while (!(await reader.read()).done);
    return true
  }
  try {
    // A connection that breaks after the end has closed, too.
    return await Promise.race([drained().catch(() => true), moment])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves in a task of its own. Unlike a timer it comes at once in a tab that nobody sees, too. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

function tooLarge(message: string, error?: unknown): Failure {
  return {
    kind: 'answer_too_large',
    message,
    ...(error === undefined ? {} : { cause: causeOf(error) }),
  }
}

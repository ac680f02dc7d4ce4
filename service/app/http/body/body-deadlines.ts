import type { MiddlewareHandler } from 'hono'

import { MAX_JSON_BODY_BYTES } from '../../../../contract/limits/sizes.ts'
import { nextTurn } from '../../timing.ts'
import type { AppContext, AppEnvironment } from '../app-environment.ts'
import { standardError } from '../http-error.ts'

/** What is read of a body that nobody wants: bytes, ms, and ms without a byte. */
const MAX_BYTES = 2 * MAX_JSON_BODY_BYTES
const MAX_MS = 3000
const MAX_IDLE_MS = 500

/**
 * Reads on, within limits, what a client is still sending when its request was refused: a
 * connection that is closed on bytes nobody read is reset, and the client loses the answer.
 */
export async function drainBody(context: AppContext): Promise<void> {
  if (!context.req.header('content-length') && !context.req.header('transfer-encoding')) return
  // Refused under a host name that no URL can have, it is no request that could be read.
  if (!URL.canParse(context.req.url)) return
  const { body } = context.req.raw
  if (body !== null && !body.locked) await drain(body)
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const endsAt = Date.now() + MAX_MS
  let giveUp: (nothing: undefined) => void = () => undefined
  const silence = new Promise<undefined>((resolve) => (giveUp = resolve))
  let bytes = 0
  const look = (before: number) => {
    // A process that was busy first looks at what has arrived meanwhile.
    void nextTurn().then(() => {
      if (bytes === before) giveUp(undefined)
      else wait()
    })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => look(bytes), MAX_IDLE_MS)
  }
  wait()
  try {
    while (bytes <= MAX_BYTES && Date.now() < endsAt) {
      const read = await Promise.race([reader.read(), silence])
      if (read === undefined || read.done) return
      bytes += read.value.byteLength
      wait()
    }
  } catch {
    // The client has gone: nobody is left to read the answer.
  } finally {
    clearTimeout(timer)
  }
}

/** Bodies that may be on their way at once. */
const MAX_UNFINISHED = 100

/**
 * For operations that ask for no key: a body has to arrive within a time, and only so many may be on
 * their way at once, so that nobody fills the service with requests that never end.
 * Answers 408 and 503.
 */
export function unfinishedBodies(deadlineMs: number): MiddlewareHandler<AppEnvironment> {
  let unfinished = 0
  return async (context, next) => {
    // `env` is absent when the app is called without a connection.
    const connection = context.env?.connection
    // What came together with its headers is there a turn later.
    if (connection !== undefined && connection.body !== 'complete') await nextTurn()
    if (connection?.body !== 'arriving') return next()
    if (unfinished >= MAX_UNFINISHED)
      throw standardError(503, 'Too many requests are being received. Try again.', undefined, {
        'Retry-After': '1',
      })
    unfinished += 1
    let giveUp: (error: Error) => void = () => undefined
    const late = new Promise<never>((_resolve, reject) => (giveUp = reject))
    const timer = setTimeout(
      () => giveUp(standardError(408, `The body did not arrive within ${deadlineMs / 1000} s.`)),
      deadlineMs,
    )
    const arrived = () => clearTimeout(timer)
    connection.onBodyEnd(arrived)
    connection.onBodyClose(() => (unfinished -= 1))
    await Promise.race([next(), late]).finally(arrived)
  }
}

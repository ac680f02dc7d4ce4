import type { MiddlewareHandler } from 'hono'

import { hexOfBytes, randomBytes } from '../../../contract/encoding/bytes.ts'
import { MAX_JSON_BODY_BYTES } from '../../../contract/limits/sizes.ts'
import type { Adapters } from '../adapters.ts'
import { checkRequest, guardedRequest, type GuardRules } from '../auth/guard.ts'
import { nextTurn } from '../timing.ts'
import {
  type AppContext,
  type AppEnvironment,
  type Place,
  setClientAddress,
} from './app-environment.ts'
import { errorResponse, standardError } from './http-error.ts'
import { API_POLICY, REVISION } from './respond.ts'

/**
 * What every request passes, in one step: it gets its id and the safe default headers, is refused when
 * the guard says so, is logged, and what a refused client is still sending is read.
 */
export function frame(
  { compress, log }: Pick<Adapters, 'compress' | 'log'>,
  rules: GuardRules,
  place: Place & { likeProvider: boolean },
): MiddlewareHandler<AppEnvironment> {
  const answerError = errorResponse(log)
  return async (context, next) => {
    const started = performance.now()
    const requestId = nextRequestId()
    context.set('requestId', requestId)
    context.set('log', log)
    context.set('headers', defaultHeaders(context, requestId))
    if (compress !== undefined) context.set('compress', compress)
    context.set('likeProvider', place.likeProvider)
    setClientAddress(context, place)
    const refusal = checkRequest(guardedRequest(context), rules)
    if (refusal === undefined) await next()
    else context.res = await answerError(standardError(refusal.status, refusal.message), context)
    const { status } = context.res
    log(status >= 500 ? 'error' : 'info', 'request', {
      requestId,
      method: context.req.method,
      path: context.req.path.slice(0, 200),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
    // `env` is absent when the app is called without a connection.
    if (context.env?.connection?.body === 'arriving') await drainBody(context)
  }
}

const firstHalf = hexOfBytes(randomBytes(4))
let count = Number.parseInt(hexOfBytes(randomBytes(3)), 16)

/** A request id in the form of `CF-RAY`: 16 hex digits and the place, unique in this process. */
function nextRequestId(): string {
  count = (count + 1) % 2 ** 32
  return `${firstHalf}${count.toString(16).padStart(8, '0')}-LOC`
}

function defaultHeaders(context: AppContext, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {
    'cf-ray': requestId,
    'x-vendor-version': REVISION,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  if (context.req.path.startsWith('/api/')) headers['content-security-policy'] = API_POLICY
  addClientHeaders(headers, context, Date.now())
  return headers
}

const TIMESTAMP = 'x-vendor-request-timestamp-ms'
const VERSIONS = ['x-vendor-middleface-version', 'x-vendor-mobile-version']

/**
 * The headers of clients that say their version or track time (contract, "Other response headers").
 * How a client says so is not shown: here by the header of the same name. Whoever sends a timestamp
 * is told ours.
 */
function addClientHeaders(headers: Record<string, string>, context: AppContext, now: number): void {
  const sentAt = context.req.header(TIMESTAMP)
  if (sentAt !== undefined && /^\d{1,15}$/.test(sentAt)) {
    headers[TIMESTAMP] = sentAt
    headers['x-vendor-timestamp'] = new Date(now).toISOString()
  }
  for (const name of VERSIONS) {
    const version = context.req.header(name)
    if (version !== undefined && /^[\w.+-]{1,40}$/.test(version)) headers[name] = version
  }
}

/** What is read of a body that nobody wants: bytes, ms, and ms without a byte. */
const MAX_BYTES = 2 * MAX_JSON_BODY_BYTES
const MAX_MS = 3000
const MAX_IDLE_MS = 500

/**
 * Reads on, within limits, what a client is still sending when its request was refused: a
 * connection that is closed on bytes nobody read is reset, and the client loses the answer.
 */
async function drainBody(context: AppContext): Promise<void> {
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

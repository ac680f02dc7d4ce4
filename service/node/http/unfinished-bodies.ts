import { setImmediate as nextTurn } from 'node:timers/promises'

import type { MiddlewareHandler } from 'hono'

import type { AppEnvironment } from '../../app/http/app-environment.ts'
import { standardError } from '../../app/http/http-error.ts'

/** Bodies that may be on their way at once. */
const MOST_UNFINISHED = 100

/**
 * For operations that ask for no key: a body has to arrive within a time, and only so many may be on
 * their way at once, so that nobody fills the service with requests that never end.
 * Answers 408 and 503.
 */
export function unfinishedBodies(deadlineMs: number): MiddlewareHandler<AppEnvironment> {
  let unfinished = 0
  return async (context, next) => {
    // `env` is absent when the app is called without a server.
    const incoming = context.env?.incoming
    // What came together with its headers is there a turn later.
    if (incoming !== undefined && !incoming.complete) await nextTurn()
    if (incoming === undefined || incoming.complete || incoming.destroyed) return next()
    if (unfinished >= MOST_UNFINISHED)
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
    incoming.once('end', arrived)
    incoming.once('close', () => (unfinished -= 1))
    await Promise.race([next(), late]).finally(arrived)
  }
}

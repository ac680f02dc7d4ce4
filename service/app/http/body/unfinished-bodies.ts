import type { MiddlewareHandler } from 'hono'

import { nextTurn } from '../../timing/next-turn.ts'
import type { AppEnvironment } from '../app-environment.ts'
import { standardError } from '../http-error.ts'

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

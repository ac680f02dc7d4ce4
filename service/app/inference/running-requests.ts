import { HttpError } from '../http/http-error.ts'
import { pause } from '../timing.ts'

/** The generations that are going on, so that a stopping service can let them end. */
export interface RunningRequests {
  /** Registers one, with what ends it early; the service does when it gives up on it. Call `done` at its end. */
  begin(): { controller: AbortController; done: () => void }
  /** Resolves when all have ended; after the grace, in ms, the rest are told to end now. */
  drain(graceMs: number): Promise<void>
}

class ServiceStopping extends HttpError {
  constructor() {
    super(503, { error: 'The service is stopping.', code: 'MODEL_OFFLINE' })
  }
}

/** Nothing is running yet. */
export function createRunningRequests(): RunningRequests {
  const running = new Map<AbortController, Promise<void>>()
  const allEnded = () => Promise.all(running.values())
  return {
    begin: () => {
      const controller = new AbortController()
      const { promise, resolve } = withResolvers()
      running.set(controller, promise)
      return {
        controller,
        done: () => {
          running.delete(controller)
          resolve()
        },
      }
    },
    drain: async (graceMs) => {
      const grace = new AbortController()
      await Promise.race([allEnded(), pause(graceMs, grace.signal).catch(() => undefined)])
      grace.abort()
      for (const controller of running.keys()) controller.abort(new ServiceStopping())
      await allEnded()
    },
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

import { fieldError, type HttpError, standardError } from '../http/http-error.ts'
import { atCapacity } from '../sandbox/directives.ts'
import { abortReason } from '../timing.ts'

/** A queue for `most` pieces of work at once, with at most `mostWaiting` waiting. */
export function createImageQueue(most: number, mostWaiting: number) {
  let running = 0
  const waiting = new Set<() => void>()

  const turn = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (running < most) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.size >= mostWaiting)
      return Promise.reject(atCapacity('Too many images are being edited. Please try again later.'))
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(start)
        reject(abortReason(signal))
      }
      waiting.add(start)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** The room is handed on, so that nobody can slip in between. */
  const leave = () => {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    /**
     * Runs work when there is room.
     * @throws the reason of the signal when it fires while waiting; HttpError 503 when too many wait
     */
    run: async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
      await turn(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** The 400 of an image that cannot be read. */
export function corruptedImage(message: string): HttpError {
  return fieldError(400, 'CORRUPTED_IMAGE', 'image', message)
}

/** The 504 of work that took too long and is not charged. */
export function requestTimedOut(): HttpError {
  return standardError(
    504,
    'Request timed out. You were not charged. Try a smaller request.',
    'REQUEST_TIMEOUT',
  )
}

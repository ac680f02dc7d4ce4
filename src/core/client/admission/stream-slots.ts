import { ABORTED, type Admission } from './admission.ts'

/**
 * Maximum concurrent response streams across all tabs. A browser opens six connections to a host: the two that
 * are left keep balance and payment calls from waiting behind responses.
 */
export const STREAM_SLOTS = 4

/** One of the slots; released when the response has ended. */
interface StreamSlot {
  release(): void
}

type SlotLocks = Pick<LockManager, 'request'>

/**
 * Admits a request when one of the slots is free, in the order of asking, until the response has
 * ended. `onQueue` says whether it waits. Where the browser has no locks nobody waits.
 */
export function streamSlot(
  locks: SlotLocks | undefined,
  onQueue: (isQueued: boolean) => void = () => undefined,
): Admission {
  return async (_, signal) => {
    const slot = await acquireSlot(signal, () => onQueue(true), locks)
    onQueue(false)
    if (slot === undefined) return { ok: false, failure: ABORTED }
    return { ok: true, settle: () => slot.release() }
  }
}

/** Waits for a slot; undefined when `signal` was aborted first. */
async function acquireSlot(
  signal: AbortSignal,
  onQueue: () => void,
  locks: SlotLocks | undefined,
): Promise<StreamSlot | undefined> {
  if (signal.aborted) return undefined
  if (locks === undefined) return { release: () => undefined }
  for (const name of slotNames) {
    const slot = await requestSlot(locks, name, { ifAvailable: true })
    if (slot !== undefined) return unlessAborted(slot, signal)
  }
  onQueue()
  // A request for each slot waits in its queue; the first that is granted ends the others.
  const decided = new AbortController()
  const anySignal = AbortSignal.any([signal, decided.signal])
  return new Promise((resolve) => {
    let waiting = slotNames.length
    let granted = false
    for (const name of slotNames)
      void requestSlot(locks, name, { signal: anySignal }).then((slot) => {
        waiting -= 1
        if (slot !== undefined && !granted) {
          granted = true
          decided.abort()
          resolve(unlessAborted(slot, signal))
          // Two may be granted in the same moment.
        } else slot?.release()
        if (waiting === 0 && !granted) resolve(undefined)
      })
  })
}

const slotNames = Array.from({ length: STREAM_SLOTS }, (_, slot) => `slot:${slot}`)

/** A slot that came too late is released at once. */
function unlessAborted(slot: StreamSlot, signal: AbortSignal): StreamSlot | undefined {
  if (!signal.aborted) return slot
  slot.release()
  return undefined
}

/**
 * Requests one lock and resolves once it is granted; undefined when it is not available, or no longer
 * wanted. Where the browser refuses locks as such, nobody waits.
 */
function requestSlot(
  locks: SlotLocks,
  name: string,
  options: LockOptions,
): Promise<StreamSlot | undefined> {
  return new Promise((resolve) => {
    locks
      .request(name, options, (lock) => {
        if (lock === null) return resolve(undefined)
        return new Promise<void>((release) => resolve({ release }))
      })
      .catch(() =>
        resolve(options.signal?.aborted === true ? undefined : { release: () => undefined }),
      )
  })
}

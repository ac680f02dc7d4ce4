/**
 * Answers received at once over all tabs. A browser opens six connections to a host: the two that
 * are left keep balance and payment calls from waiting behind answers.
 */
export const STREAM_SLOTS = 4

/** A place among the answers being received; give it back when the answer has ended. */
export interface StreamSlot {
  release(): void
}

type SlotLocks = Pick<LockManager, 'request'>

/**
 * Waits for a place, in the order of asking, and gives it. `onQueue` is called when none is free at
 * once. Undefined: `signal` was aborted first. Where the browser has no locks nobody waits.
 */
export async function takeStreamSlot(
  signal: AbortSignal,
  onQueue: () => void,
  locks: SlotLocks | undefined = globalThis.navigator?.locks,
): Promise<StreamSlot | undefined> {
  if (signal.aborted) return undefined
  if (locks === undefined) return { release: () => undefined }
  for (const name of slotNames) {
    const slot = await requestSlot(locks, name, { ifAvailable: true })
    if (slot !== undefined) return kept(slot, signal)
  }
  onQueue()
  // A request for each slot waits in its queue; the first that is granted ends the others.
  const decided = new AbortController()
  const anySignal = AbortSignal.any([signal, decided.signal])
  return new Promise((resolve) => {
    let waiting = slotNames.length
    let taken = false
    for (const name of slotNames)
      void requestSlot(locks, name, { signal: anySignal }).then((slot) => {
        waiting -= 1
        if (slot !== undefined && !taken) {
          taken = true
          decided.abort()
          resolve(kept(slot, signal))
          // Two may be granted in the same moment.
        } else slot?.release()
        if (waiting === 0 && !taken) resolve(undefined)
      })
  })
}

const slotNames = Array.from({ length: STREAM_SLOTS }, (_, slot) => `slot:${slot}`)

/** A slot that came too late is given back at once. */
function kept(slot: StreamSlot, signal: AbortSignal): StreamSlot | undefined {
  if (!signal.aborted) return slot
  slot.release()
  return undefined
}

/** Asks for one lock and resolves once it is held; undefined when it is not to be had. */
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
      .catch(() => resolve(undefined))
  })
}

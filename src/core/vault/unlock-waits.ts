import { VaultFault } from './vault-fault.ts'
import type { Vault } from './vault.ts'

/** Those who need a secret and wait until the person has unlocked. */
export interface UnlockWaits {
  /** Resolves at once where it is unlocked. Rejects when the person refuses, or `signal` aborts. */
  wait(signal: AbortSignal): Promise<void>
  /** The person does not want to unlock: all waits reject. */
  refuse(): void
}

/** `onWaiting` is called when the person has to be asked, and when there is nobody left who waits. */
export function createUnlockWaits(
  vault: Vault,
  onWaiting: (isWaiting: boolean) => void,
): UnlockWaits {
  /** Each ends one wait: with undefined it succeeds, with an error it rejects. */
  const waiting = new Set<(reason?: unknown) => void>()
  const endAll = (reason?: unknown) => {
    if (waiting.size === 0) return
    for (const end of waiting) end(reason)
    waiting.clear()
    onWaiting(false)
  }
  vault.store.subscribe(({ status }) => {
    if (status === 'unlocked') endAll()
  })
  return {
    refuse: () => endAll(new VaultFault('locked')),
    async wait(signal) {
      await vault.load()
      signal.throwIfAborted()
      if (vault.store.getState().status === 'unlocked') return
      let abort = () => {}
      const wait = new Promise<void>((resolve, reject) => {
        const end = (reason?: unknown) =>
          reason === undefined ? resolve() : reject(asError(reason))
        abort = () => {
          end(signal.reason)
          if (waiting.delete(end) && waiting.size === 0) onWaiting(false)
        }
        waiting.add(end)
      })
      signal.addEventListener('abort', abort, { once: true })
      onWaiting(true)
      try {
        await wait
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new VaultFault('locked', reason)
}

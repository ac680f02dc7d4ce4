import type { StoreApi } from 'zustand/vanilla'

import type { Channel } from '../storage/db/channel.ts'
import { VaultFault } from './vault-fault.ts'
import type { Vault } from './vault.ts'

/** Without a press, key or touch in any tab for this long, what is unlocked locks (ms). */
export const IDLE_LIMIT = 15 * 60_000

/** How often a tab notifies the others that someone is there, ms. */
const NOTICE_INTERVAL = 60_000

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** What can be locked in this tab: the vault, or a wallet that signs by itself. */
interface Lockable {
  store: Pick<StoreApi<{ status: string }>, 'getState' | 'subscribe'>
  lockHere(): void
}

interface IdleWorld {
  clock: { now(): number; elapsed(): number }
  /** Where presses, keys and `pagehide` arrive. */
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Where `freeze` and `visibilitychange` arrive. */
  document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Activity in other tabs of this browser. */
  channel: Pick<Channel<'active'>, 'publish' | 'subscribeOtherTabs'>
}

/** Locks it in this tab after {@link IDLE_LIMIT}, and when the page is frozen or left. Returns the way to stop. */
export function lockWhenIdle(target: Lockable, world: IdleWorld): () => void {
  const { clock, window, document, channel } = world
  const here = () => ({ now: clock.now(), elapsed: clock.elapsed() })
  let last = here()
  let noticed = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The longer of the two: one clock is set by people, the other may stop while the machine sleeps. */
  const idleMs = () => Math.max(Math.abs(clock.now() - last.now), clock.elapsed() - last.elapsed)

  /** Timers are late in a hidden tab and on a machine that slept, so every event looks as well. */
  const check = () => {
    clearTimeout(timer)
    if (target.store.getState().status !== 'unlocked') return
    const left = IDLE_LIMIT - idleMs()
    if (left <= 0) target.lockHere()
    else timer = setTimeout(check, left)
  }
  const active = () => {
    if (target.store.getState().status === 'unlocked' && idleMs() >= IDLE_LIMIT) target.lockHere()
    last = here()
  }
  const activeHere = () => {
    active()
    if (last.elapsed - noticed < NOTICE_INTERVAL) return
    noticed = last.elapsed
    channel.publish('active')
  }
  const lock = () => target.lockHere()

  for (const event of ACTIVITY) window.addEventListener(event, activeHere, { passive: true })
  window.addEventListener('pagehide', lock)
  document.addEventListener('freeze', lock)
  document.addEventListener('visibilitychange', check)
  const stopChannel = channel.subscribeOtherTabs(active)
  const stopStore = target.store.subscribe(({ status }, before) => {
    if (status === before.status) return
    // Whoever unlocks is there.
    if (status === 'unlocked') last = here()
    check()
  })
  check()
  return () => {
    clearTimeout(timer)
    for (const event of ACTIVITY) window.removeEventListener(event, activeHere)
    window.removeEventListener('pagehide', lock)
    document.removeEventListener('freeze', lock)
    document.removeEventListener('visibilitychange', check)
    stopChannel()
    stopStore()
  }
}

/** Those who need a secret and wait until the person has unlocked. */
export interface UnlockWaits {
  /** Resolves at once where it is unlocked. Rejects when the person refuses, or `signal` aborts. */
  wait(signal?: AbortSignal): Promise<void>
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
      signal?.throwIfAborted()
      if (vault.store.getState().status === 'unlocked') return
      let abort = () => {}
      const wait = new Promise<void>((resolve, reject) => {
        const end = (reason?: unknown) =>
          reason === undefined ? resolve() : reject(asError(reason))
        abort = () => {
          end(signal?.reason)
          if (waiting.delete(end) && waiting.size === 0) onWaiting(false)
        }
        waiting.add(end)
      })
      signal?.addEventListener('abort', abort, { once: true })
      onWaiting(true)
      try {
        await wait
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new VaultFault('locked', reason)
}

import type { StoreApi } from 'zustand/vanilla'

import type { Channel } from '../storage/db/channel.ts'

/** Without a press, key or touch in any tab for this long, what is unlocked locks (ms). */
export const IDLE_LIMIT = 15 * 60_000

/** How often a tab notifies the others that someone is there, ms. */
const NOTICE_INTERVAL = 60_000

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** What can be locked in this tab: the vault, or a wallet that signs by itself. */
export interface Lockable {
  store: Pick<StoreApi<{ status: string }>, 'getState' | 'subscribe'>
  lockHere(): void
}

/** What tells whether someone is there. */
export interface IdleWorld {
  clock: { now(): number; elapsed(): number }
  /** Where presses, keys and `pagehide` arrive. */
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Where `freeze` and `visibilitychange` arrive. */
  document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Activity in other tabs of this browser. */
  channel: Pick<Channel<'active'>, 'publish' | 'subscribeOtherTabs'>
}

/**
 * Locks it in this tab after {@link IDLE_LIMIT}, and when the browser freezes or leaves the page.
 * Returns the way to stop.
 */
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

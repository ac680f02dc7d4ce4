import type { Log } from '../../log.ts'
import { pause } from '../../timing.ts'
import type { PaymentRails } from './payment-rails.ts'
import type { PaymentStore } from './payment-store.ts'
import { createTopUps, type TopUps } from './top-ups.ts'

/** How often open payments are looked for on their chains, ms. */
const RECHECK_INTERVAL_MS = 15_000

/** Payments of a running service. */
export interface Payments {
  rails: PaymentRails
  topUps: TopUps
  /** Settles what an earlier run left open, and keeps looking from then on. Call it before serving. */
  recover(): Promise<void>
  /** Waits for what is being carried out, for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Opens a book of payments. */
export function openPayments(options: {
  store: PaymentStore
  rails: PaymentRails
  log: Log
}): Payments {
  const { store, rails, log } = options
  const topUps = createTopUps({ store, rails: rails.rails, log })
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    rails,
    topUps,
    recover: async () => {
      await topUps.recheck()
      timer = setInterval(() => void topUps.recheck(), RECHECK_INTERVAL_MS)
    },
    close: async (graceMs) => {
      clearInterval(timer)
      const idle = new AbortController()
      await Promise.race([topUps.idle(), pause(graceMs, idle.signal).catch(() => undefined)])
      idle.abort()
    },
  }
}

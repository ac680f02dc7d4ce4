import { createStore } from 'zustand/vanilla'

import type { RateLimit } from '../../../../contract/headers/rate-limit.ts'

interface AccountState {
  /** Credit left in micro-USD as last heard of, and when (Unix ms). */
  balanceMicroUsd?: number
  balanceAt?: number
  /** The limits of the last inference answer. */
  rateLimit: RateLimit
}

/** What the answers of the current connection say about the account. */
export const accountStore = createStore<AccountState>(() => ({ rateLimit: {} }))

/** Forgets the account; called when the connection changes. */
export function resetAccount(): void {
  accountStore.setState({ rateLimit: {} }, true)
}

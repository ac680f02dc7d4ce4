import type { StoreApi } from 'zustand/vanilla'

import {
  createSessionStore,
  type SessionState,
  type WalletDrivers,
} from './session/wallet-session.ts'
import { createViewStore, type ViewState } from './state/view-store.ts'
import { createPaymentsStore, type PaymentsState } from './top-up/flow.ts'
import { createSettingsStore, type WalletSettings } from './wallet-settings.ts'
import type { WalletWorld } from './world.ts'

/** Paying from a wallet: what it touches, what is known of it, and what is under way. */
export interface Wallet extends Omit<WalletWorld, 'openDrivers'> {
  drivers: WalletDrivers
  session: StoreApi<SessionState>
  view: StoreApi<ViewState>
  payments: StoreApi<PaymentsState>
  settings: StoreApi<WalletSettings>
  pending: PendingWork
}

/** What is under way, so that it is done once at a time and can be given up. */
interface PendingWork {
  /** The sign-in, or the reading of the balance. */
  signIn: AbortController | undefined
  /** The question to the wallet that waits for a signature of a payment. */
  signature: AbortController | undefined
  /** The attempt to pay before: until it has tidied up what it left, it has the lock of the wallet. */
  payment: Promise<void> | undefined
  /** Payments that another tab works on and this one waits for, in case that tab dies. */
  awaitedPayments: Set<string>
}

/** Creates the wallet of one client. It outlives the wallet screen; two in one page know nothing of each other. */
export function createWallet({ openDrivers, ...world }: WalletWorld): Wallet {
  const session = createSessionStore()
  return {
    ...world,
    drivers: openDrivers(session),
    session,
    view: createViewStore(),
    payments: createPaymentsStore(),
    settings: createSettingsStore(),
    pending: {
      signIn: undefined,
      signature: undefined,
      payment: undefined,
      awaitedPayments: new Set(),
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'

import {
  PAYMENT_HEADERS,
  type PaymentHeaderName,
} from '../../../contract/wallet/payment/payment-payload.ts'
import { z } from '../../../contract/zod.ts'
import { localText } from '../storage/db/browser-storage.ts'
import {
  createSessionStore,
  type SessionState,
  type WalletDrivers,
} from './session/wallet-session.ts'
import { createViewStore, type ViewState } from './state/view-store.ts'
import { createPaymentsStore, type PaymentsState } from './top-up/flow.ts'
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

/** The names a sign-in may travel under: the one in use, then the legacy one. */
export const SIGN_IN_HEADERS = ['SIGN-IN-WITH-X', 'X-Sign-In-With-X'] as const

const KEY = 'playground.walletSettings'

/** Reads what is not valid as a default, member by member. */
const orElse = z.catch

const settingsSchema = z.object({
  signInHeader: orElse(z.enum(SIGN_IN_HEADERS), 'SIGN-IN-WITH-X'),
  paymentHeader: orElse(z.enum(PAYMENT_HEADERS), 'PAYMENT-SIGNATURE'),
  /** Most that may be signed for within 24 hours, micro-USD. */
  dailyLimitMicroUsd: orElse(z.int().check(z.minimum(0), z.maximum(100_000_000_000)), 500_000_000),
})

/** How this browser's wallet talks to services, and how much it may spend. Nothing in it is secret. */
interface WalletSettings {
  signInHeader: (typeof SIGN_IN_HEADERS)[number]
  paymentHeader: PaymentHeaderName
  dailyLimitMicroUsd: number
}

/** Creates the store of the settings, as the browser has them stored. */
export function createSettingsStore(): StoreApi<WalletSettings> {
  return createStore(
    () => settingsSchema.safeParse(localText.loadJson(KEY)).data ?? settingsSchema.parse({}),
  )
}

/** Changes some settings, here and in the browser's storage where that is allowed. */
export function saveWalletSettings(
  settings: StoreApi<WalletSettings>,
  change: Partial<WalletSettings>,
): void {
  settings.setState(change)
  // Without storage they last as long as the page.
  localText.save(KEY, JSON.stringify(settings.getState()))
}

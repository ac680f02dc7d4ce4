import { createStore, type StoreApi } from 'zustand/vanilla'

import {
  PAYMENT_HEADERS,
  type PaymentHeaderName,
} from '../../../contract/wallet/payment/payment-payload.ts'
import { z } from '../../../contract/zod.ts'
import { localText } from '../storage/db/browser-storage.ts'

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
export interface WalletSettings {
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

import { createStore } from 'zustand/vanilla'

import { PAYMENT_HEADERS, type PaymentHeaderName } from '../../../contract/wallet/payment-header.ts'
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

interface WalletSettings {
  signInHeader: (typeof SIGN_IN_HEADERS)[number]
  paymentHeader: PaymentHeaderName
  dailyLimitMicroUsd: number
}

/** How this browser's wallet talks to services, and how much it may spend. Nothing in it is secret. */
export const walletSettingsStore = createStore<WalletSettings>(() => stored())

/** Changes some settings, here and in the browser's storage where that is allowed. */
export function saveWalletSettings(change: Partial<WalletSettings>): void {
  walletSettingsStore.setState(change)
  // Without storage they last as long as the page.
  localText.save(KEY, JSON.stringify(walletSettingsStore.getState()))
}

function stored(): WalletSettings {
  return settingsSchema.safeParse(localText.loadJson(KEY)).data ?? settingsSchema.parse({})
}

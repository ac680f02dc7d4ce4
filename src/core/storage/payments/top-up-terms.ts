import {
  type PaymentRequired,
  paymentRequiredSchema,
} from '../../../../contract/wallet/payment-required.ts'
import { z } from '../../../../contract/zod.ts'

const KEY = 'playground.topUpTerms'

const termsSchema = z.object({
  baseUrl: z.string(),
  required: paymentRequiredSchema,
  header: z.enum(['same', 'no header', 'unreadable header', 'different']),
  at: z.number(),
})

/** How an API last said that it is paid. Public, and judged anew whenever it is used. */
export interface TopUpTerms {
  required: PaymentRequired
  /** How the header compared with the body. */
  header: z.infer<typeof termsSchema>['header']
  /** Unix ms. */
  at: number
}

/**
 * What an API said to any tab within the last `maxAgeMs`: asking costs one of its ten top-up calls a minute
 * and one of the failures that it counts.
 */
export function recentTerms(baseUrl: string, maxAgeMs: number): TopUpTerms | undefined {
  try {
    const kept = termsSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '')).data
    const age = Date.now() - (kept?.at ?? 0)
    return kept?.baseUrl === baseUrl && age >= 0 && age <= maxAgeMs ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps what an API said, for the other tabs. */
export function keepTerms(baseUrl: string, terms: TopUpTerms): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ baseUrl, ...terms }))
  } catch {
    // Then every tab asks for itself.
  }
}

/** Forgets it, so that the next payment is checked against new terms. */
export function forgetTerms(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}

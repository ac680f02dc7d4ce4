import {
  type PaymentRequired,
  paymentRequiredSchema,
} from '../../../../contract/wallet/payment/payment-required.ts'
import { z } from '../../../../contract/zod.ts'
import { localText } from '../db/browser-storage.ts'

const KEY = 'playground.topUpTerms'

const termsSchema = z.object({
  baseUrl: z.string(),
  required: paymentRequiredSchema,
  header: z.enum(['same', 'no header', 'unreadable header', 'different']),
  at: z.number(),
})

/** How an API last said that it is paid. Public, and validated anew whenever it is used. */
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
  const { data: terms } = termsSchema.safeParse(localText.loadJson(KEY))
  if (terms?.baseUrl !== baseUrl) return undefined
  const age = Date.now() - terms.at
  return age >= 0 && age <= maxAgeMs ? terms : undefined
}

/** Keeps what an API said, for the other tabs; where storage is refused every tab asks for itself. */
export function saveTerms(baseUrl: string, terms: TopUpTerms): void {
  localText.save(KEY, JSON.stringify({ baseUrl, ...terms }))
}

/** Forgets it, so that the next payment is checked against new terms. */
export function forgetTerms(): void {
  localText.remove(KEY)
}

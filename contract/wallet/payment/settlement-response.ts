import { z } from '../../zod.ts'

/** The decoded `PAYMENT-RESPONSE`: how a settlement ended. */
export const settlementResponseSchema = z.looseObject({
  success: z.boolean(),
  /** Transaction hash or signature; empty when nothing was sent. */
  transaction: z.string(),
  network: z.string(),
  payer: z.optional(z.string()),
  /** Settled amount, atomic units. */
  amount: z.optional(z.string()),
  errorReason: z.optional(z.string()),
  errorMessage: z.optional(z.string()),
})

/** How a settlement ended. */
export type SettlementResponse = z.infer<typeof settlementResponseSchema>

import { z } from '../../zod.ts'
import { optionalMember } from '../optional-member.ts'

/** The decoded `PAYMENT-RESPONSE`: how a settlement ended. */
export const settlementResponseSchema = z.looseObject({
  success: z.boolean(),
  /** Transaction hash or signature; empty when nothing was sent. */
  transaction: z.string(),
  network: z.string(),
  payer: optionalMember(z.string()),
  /** Settled amount, atomic units. */
  amount: optionalMember(z.string()),
  extensions: optionalMember(z.record(z.string(), z.unknown())),
  errorReason: optionalMember(z.string()),
  errorMessage: optionalMember(z.string()),
})

/** How a settlement ended. */
export type SettlementResponse = z.infer<typeof settlementResponseSchema>

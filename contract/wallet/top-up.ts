import { z } from '../zod.ts'
import { optionalMember } from './optional-member.ts'

/** The 200 of `POST /x402/top-up`. Amounts are USD as JSON numbers. */
export const topUpResponseSchema = z.looseObject({
  success: z.literal(true),
  data: z.looseObject({
    walletAddress: z.string(),
    amountCredited: z.number(),
    newBalance: z.number(),
    paymentId: optionalMember(z.string()),
  }),
})

/** The 200 of `POST /x402/top-up`. */
export type TopUpResponse = z.infer<typeof topUpResponseSchema>

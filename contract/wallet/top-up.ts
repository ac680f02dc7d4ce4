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

/** Whether a 409 of a top-up means that this payment was processed before, not that it is being processed now. */
export function isAlreadyProcessed(answer: {
  readonly status: number
  readonly code?: string
  readonly message: string
}): boolean {
  const text = `${answer.code ?? ''} ${answer.message}`
  return (
    answer.status === 409 &&
    /already[ _-](?:been[ _-])?(?:processed|credited|settled|used)/i.test(text)
  )
}

/** The 200 of `POST /x402/top-up`. */
export type TopUpResponse = z.infer<typeof topUpResponseSchema>

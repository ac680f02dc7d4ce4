import { z } from '../zod.ts'
import { optionalMember } from './optional-member.ts'

/** One movement of a wallet's credit. */
export const transactionSchema = z.looseObject({
  id: z.string(),
  /** USD as a JSON number; charges are negative. */
  amount: z.number(),
  balanceAfter: optionalMember(z.number()),
  /** `TOP_UP`, `CHARGE` or `REFUND`. */
  type: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  requestId: z.nullish(z.string()),
  modelId: z.nullish(z.string()),
})

/** The 200 of `GET /x402/transactions/{walletAddress}`, newest first. Not in the contract. */
export const transactionsResponseSchema = z.looseObject({
  success: z.literal(true),
  data: z.looseObject({
    walletAddress: z.string(),
    currentBalance: optionalMember(z.number()),
    transactions: z.array(transactionSchema),
    pagination: optionalMember(
      z.looseObject({ limit: z.number(), offset: z.number(), hasMore: z.boolean() }),
    ),
  }),
})

export type Transaction = z.infer<typeof transactionSchema>
export type TransactionsResponse = z.infer<typeof transactionsResponseSchema>

/** Page size of the transactions list: default and most. */
export const TRANSACTIONS_PAGE_SIZE = { default: 50, max: 100 } as const

/** The path of one page of a wallet's transactions below the base address. */
export function transactionsPath(
  walletAddress: string,
  page: { readonly limit: number; readonly offset: number },
): string {
  const address = encodeURIComponent(walletAddress)
  return `/x402/transactions/${address}?limit=${page.limit}&offset=${page.offset}`
}

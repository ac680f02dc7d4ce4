import { optionalMember } from '../validation.ts'
import { z } from '../zod.ts'

/** The 200 of `GET /x402/balance/{walletAddress}`. Amounts are USD or DIEM as JSON numbers. */
export const balanceResponseSchema = z.looseObject({
  success: z.literal(true),
  data: z.looseObject({
    walletAddress: z.string(),
    balanceUsd: z.number(),
    canConsume: optionalMember(z.boolean()),
    minimumTopUpUsd: optionalMember(z.number()),
    suggestedTopUpUsd: optionalMember(z.number()),
    /** Only when the wallet is linked to an account. */
    diemBalanceUsd: optionalMember(z.number()),
  }),
})

/** The 200 of `GET /x402/balance/{walletAddress}`. */
export type BalanceResponse = z.infer<typeof balanceResponseSchema>

/** The path of a wallet's balance below the base address. */
export function balancePath(walletAddress: string): string {
  return `/x402/balance/${encodeURIComponent(walletAddress)}`
}

/** True for the URL of a balance or of transactions at the API of a base URL: of that wallet, or of any when none is given. */
export function isWalletRead(url: string, baseUrl: string, walletAddress?: string): boolean {
  const { origin, pathname } = new URL(url)
  const base = new URL(baseUrl)
  const start = `${base.origin}${base.pathname.replace(/\/$/, '')}/x402/`
  const path = `${origin}${pathname}`
  if (!path.startsWith(start)) return false
  const [what = '', address = '', ...more] = path.slice(start.length).split('/')
  return (
    more.length === 0 &&
    (what === 'balance' || what === 'transactions') &&
    (walletAddress === undefined || isSameWallet(address, walletAddress))
  )
}

/** True for an address in either form: `0x` and 40 hex characters, or 32 to 44 of base58. */
export function isWalletAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
}

/** True when two addresses name one wallet: letter case counts on Solana and not on EVM. */
export function isSameWallet(a: string, b: string): boolean {
  return a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase())
}

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

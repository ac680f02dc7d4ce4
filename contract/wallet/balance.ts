import { z } from '../zod.ts'
import { optionalMember } from './optional-member.ts'

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

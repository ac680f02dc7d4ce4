import { SIGN_IN_REASONS } from '../../../contract/errors/service-error.ts'
import {
  MAX_CONCURRENT_WALLET_REQUESTS,
  MIN_WALLET_CREDIT_MICRO_USD,
} from '../../../contract/limits/sizes.ts'
import { type AppContext, requestUrl } from '../http/app-environment.ts'
import { standardError } from '../http/http-error.ts'
import type { Leases } from '../limits/window-counters.ts'
import type { Ledger } from '../money/ledger.ts'
import type { PaymentRails } from '../money/payments/payment-rails.ts'
import { walletOwner } from '../money/payments/payment-store.ts'
import { walletPaymentRequired } from '../money/payments/wallet-payment-required.ts'
import type { SignInRefusal } from './sign-in/read-sign-in.ts'
import type { SignInResult, SignInVerifier } from './sign-in/verify-sign-in.ts'

/** A wallet that may use inference for this request. */
export interface WalletCaller {
  kind: 'wallet'
  /** Its account in the ledger. */
  id: string
  /** Lower case on EVM, exact on Solana. */
  address: string
}

/** How wallets get in. */
export interface WalletAccess {
  /** The wallet of a request's sign-in header; undefined when it has none. */
  signIn(context: AppContext): Promise<SignInResult | undefined>
  /**
   * Lets a wallet use inference.
   * @throws HttpError 401 for a bad sign-in, 429 for too many at once, 402 below the least credit
   */
  admit(context: AppContext, result: SignInResult): Promise<WalletCaller>
}

interface Options {
  verify: SignInVerifier
  slots: WalletSlots
  ledger: Ledger
  rails: PaymentRails
  /** True while a payment of a wallet is being settled. */
  isPaying: (wallet: string) => Promise<boolean>
}

/** Wallets by `SIGN-IN-WITH-X` (contract, "Authentication"); the new header name wins over the legacy one. */
export function createWalletAccess({
  verify,
  slots,
  ledger,
  rails,
  isPaying,
}: Options): WalletAccess {
  return {
    signIn: async (context) => {
      const header = signInHeader(context)
      return header === undefined ? undefined : verify(header)
    },
    admit: async (context, result) => {
      if (!result.ok)
        throw standardError(
          401,
          `Sign-in-with-X authentication failed: ${refusalWords(result)}`,
          `X402_SIGN_IN_${result.reason}`,
        )
      const { wallet } = result
      await holdSlot(context, wallet, slots)
      const id = walletOwner(wallet)
      const { microUsd, microDiem } = await ledger.balance(id)
      if (microUsd + microDiem < MIN_WALLET_CREDIT_MICRO_USD)
        throw walletPaymentRequired(requestUrl(context), rails, microUsd, await isPaying(wallet))
      return { kind: 'wallet', id, address: wallet }
    },
  }
}

/** The sign-in header of a request, by either name. */
export function signInHeader(context: AppContext): string | undefined {
  return context.req.header('sign-in-with-x') ?? context.req.header('x-sign-in-with-x')
}

/** Why a sign-in was refused, and which field it is about. */
export function refusalWords({ reason, detail }: SignInRefusal): string {
  return SIGN_IN_REASONS[reason] + (detail === undefined ? '' : ` (${detail})`)
}

/** A slot is given back when the connection is done with the answer, streams and aborted ones included. */
async function holdSlot(context: AppContext, wallet: string, slots: WalletSlots): Promise<void> {
  const { connection } = context.env
  if (connection === undefined) return
  const release = await slots.acquire(wallet)
  if (release === undefined)
    throw standardError(
      429,
      'This wallet already has five open requests. Wait until one of them ends.',
      'X402_CONCURRENCY_LIMIT',
      { 'x-ratelimit-type': 'user', 'Retry-After': '1' },
    )
  connection.onClose(release)
}

type WalletSlots = ReturnType<typeof createWalletSlots>

/** Slots on leases. */
export function createWalletSlots(leases: Leases, most: number = MAX_CONCURRENT_WALLET_REQUESTS) {
  return {
    /** Undefined when the wallet has as many as it may. Call the result when the response is over. */
    acquire: async (wallet: string) => {
      const lease = await leases.acquire(`slot ${wallet}`, 1, most)
      return lease && (() => lease.release())
    },
  }
}

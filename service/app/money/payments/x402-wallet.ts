import {
  MIN_TOP_UP_MICRO_USD,
  MIN_WALLET_CREDIT_MICRO_USD,
  SUGGESTED_TOP_UP_MICRO_USD,
} from '../../../../contract/limits/sizes.ts'
import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import {
  type BalanceResponse,
  isWalletAddress,
  type Transaction,
  TRANSACTIONS_PAGE_SIZE,
  type TransactionsResponse,
} from '../../../../contract/wallet/balance.ts'
import type { Authenticator } from '../../auth/authenticate.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { HttpError, standardError, validationError } from '../../http/http-error.ts'
import { sendJson } from '../../http/respond.ts'
import type { WindowCounters } from '../../limits/window-counters.ts'
import { type Ledger, type Movement, REFUND } from '../ledger.ts'
import { walletOwner } from './payment-store.ts'

const BALANCES_PER_MINUTE = 30

/** What the wallet's own routes need from the service. */
export interface WalletService {
  authenticator: Authenticator
  ledger: Ledger
  counters: WindowCounters
}

/** `GET /x402/balance/{wallet}`: the credit of the wallet that signed in. */
export function walletBalance({ authenticator, ledger, counters }: WalletService) {
  return async (context: AppContext): Promise<Response> => {
    const wallet = await ownWallet(context, authenticator, 'balance')
    await takeTurn(counters, `balance ${wallet}`, BALANCES_PER_MINUTE, 'wallet')
    const { microUsd, microDiem } = await ledger.balance(walletOwner(wallet))
    const body: BalanceResponse = {
      success: true,
      data: {
        walletAddress: wallet,
        balanceUsd: microUsd / MICRO_USD_PER_USD,
        canConsume: microUsd + microDiem >= MIN_WALLET_CREDIT_MICRO_USD,
        minimumTopUpUsd: MIN_TOP_UP_MICRO_USD / MICRO_USD_PER_USD,
        suggestedTopUpUsd: SUGGESTED_TOP_UP_MICRO_USD / MICRO_USD_PER_USD,
        ...(microDiem > 0 && { diemBalanceUsd: microDiem / MICRO_USD_PER_USD }),
      },
    }
    return sendJson(context, body)
  }
}

const LISTS_PER_MINUTE = 20

const MAX_OFFSET = 1_000_000

/** `GET /x402/transactions/{wallet}?limit&offset`: the movements of the wallet's credit, newest first. */
export function walletTransactions({ authenticator, ledger, counters }: WalletService) {
  return async (context: AppContext): Promise<Response> => {
    const page = pageOf(context)
    const wallet = await ownWallet(context, authenticator, 'transactions')
    await takeTurn(counters, `transactions ${wallet}`, LISTS_PER_MINUTE, 'wallet')
    const owner = walletOwner(wallet)
    // One more than asked for tells whether there is more.
    const [movements, { microUsd }] = await Promise.all([
      ledger.movements(owner, { ...page, limit: page.limit + 1 }),
      ledger.balance(owner),
    ])
    const body: TransactionsResponse = {
      success: true,
      data: {
        walletAddress: wallet,
        currentBalance: microUsd / MICRO_USD_PER_USD,
        transactions: movements.slice(0, page.limit).map(transactionOf),
        pagination: { ...page, hasMore: movements.length > page.limit },
      },
    }
    return sendJson(context, body)
  }
}

function transactionOf(movement: Movement): Transaction {
  const { reference } = movement
  const isCharge = movement.kind === 'charge'
  const isRefund = !isCharge && reference.startsWith(REFUND)
  return {
    id: String(movement.id),
    amount: movement.microUsd / MICRO_USD_PER_USD,
    balanceAfter: movement.balanceAfter / MICRO_USD_PER_USD,
    type: isCharge ? 'CHARGE' : isRefund ? 'REFUND' : 'TOP_UP',
    createdAt: new Date(movement.createdAt).toISOString(),
    requestId: isCharge ? reference : isRefund ? reference.slice(REFUND.length) : null,
    modelId: movement.model ?? null,
  }
}

function pageOf(context: AppContext): { limit: number; offset: number } {
  const issues: ValidationIssue[] = []
  const read = (name: string, fallback: number, min: number, max: number): number => {
    const text = context.req.query(name)
    const value = text === undefined ? fallback : /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const message = `${name} is ${JSON.stringify((text ?? '').slice(0, 40))}, but must be an integer from ${min} to ${max}.`
    issues.push({ path: [name], code: 'invalid_value', message })
    return fallback
  }
  const limit = read('limit', TRANSACTIONS_PAGE_SIZE.default, 1, TRANSACTIONS_PAGE_SIZE.max)
  const offset = read('offset', 0, 0, MAX_OFFSET)
  if (issues.length > 0) throw validationError(issues)
  return { limit, offset }
}

/**
 * The wallet in the path, which has to be the one that signed in. EVM addresses compare in any letter
 * case, Solana ones exactly.
 * @throws HttpError 400 for no address, 402 without a sign-in, 401 for a bad one, 403 for another wallet's
 */
async function ownWallet(
  context: AppContext,
  authenticator: Authenticator,
  what: 'balance' | 'transactions',
): Promise<string> {
  const asked = context.req.param('wallet') ?? ''
  if (!isWalletAddress(asked))
    throw standardError(
      400,
      'Invalid wallet address: expected 0x and 40 hex characters, or 32 to 44 of base58.',
      'INVALID_REQUEST',
    )
  const wallet = await authenticator.requireWallet(context)
  const normalized = asked.startsWith('0x') ? asked.toLowerCase() : asked
  if (wallet !== normalized)
    throw standardError(
      403,
      `You can only access ${what} for your own wallet`,
      'X402_WALLET_MISMATCH',
    )
  return wallet
}

/** Counts one call of a wallet route. @throws HttpError 429 above the limit per minute */
export async function takeTurn(
  counters: WindowCounters,
  name: string,
  perMinute: number,
  whose: 'address' | 'wallet',
): Promise<void> {
  const { count, endsAt } = await counters.add(`x402 ${name}`, 1)
  if (count <= perMinute) return
  const seconds = Math.max(1, Math.ceil((endsAt - Date.now()) / 1000))
  const message = `Rate limit exceeded: at most ${perMinute} of these requests per minute and ${whose}. Try again in ${seconds} s.`
  const headers = { 'Retry-After': String(seconds), 'x-ratelimit-type': 'user' }
  throw new HttpError(
    429,
    { error: message, code: 'RATE_LIMIT_EXCEEDED', message },
    {
      ...headers,
      'x-ratelimit-limit-requests': String(perMinute),
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': String(Math.ceil(endsAt / 1000)),
    },
  )
}

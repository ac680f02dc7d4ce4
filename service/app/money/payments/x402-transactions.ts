import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import {
  type Transaction,
  TRANSACTIONS_PAGE_SIZE,
  type TransactionsResponse,
} from '../../../../contract/wallet/balance.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { validationError } from '../../http/http-error.ts'
import { sendJson } from '../../http/send-json.ts'
import { REFUND, type Movement } from '../ledger.ts'
import { walletOwner } from './wallet-owner.ts'
import type { WalletService } from './x402-balance.ts'
import { ownWallet } from './x402-own-wallet.ts'
import { takeTurn } from './x402-rate.ts'

/** Transaction lists that one wallet may ask for in a minute. */
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

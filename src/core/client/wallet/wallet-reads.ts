import type { Failure } from '../../../../contract/errors/failure.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { presentMembers } from '../../../../contract/validation.ts'
import {
  balancePath,
  type Transaction,
  transactionSchema,
  transactionsPath,
} from '../../../../contract/wallet/balance.ts'
import { json } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'

/** A wallet's credit. Amounts are millionths of a USD. */
export interface WalletBalance {
  microUsd: number
  /** The DIEM part, where the wallet is linked to an account. */
  microDiem?: number
  canConsume?: boolean
  /** Unix ms. */
  at: number
}

/** One page of a wallet's movements, newest first. */
export interface TransactionsPage {
  transactions: readonly Transaction[]
  /** So many more were on it whose amount or type could not be read. */
  unreadable: number
  offset: number
  hasMore: boolean
}

/**
 * The credit of the connection's wallet (`GET /x402/balance/{wallet}`). The wallet signs for it, so it is
 * asked for by a person and never by a timer.
 */
export async function walletBalance(
  client: Client,
  connection: Connection,
  wallet: string,
  signal: AbortSignal,
): Promise<WalletBalance | Failure> {
  const result = await request(
    client,
    connection,
    { method: 'GET', path: balancePath(wallet) },
    { signal, read: json(readBalance, 'a balance') },
  )
  return result.ok ? { ...result.value, at: client.world.clock.now() } : result.failure
}

/** The movements of the connection's wallet (`GET /x402/transactions/{wallet}`). The wallet signs for it. */
export async function walletTransactions(
  client: Client,
  connection: Connection,
  wallet: string,
  page: { limit: number; offset: number },
  signal: AbortSignal,
  purpose: 'click' | 'background' = 'click',
): Promise<TransactionsPage | Failure> {
  const readPage = (body: unknown): TransactionsPage | undefined => {
    const { transactions: rows, pagination } = successData(body) ?? {}
    if (!Array.isArray(rows)) return undefined
    const transactions = rows.flatMap(
      (row, index) => readTransaction(row, `row ${page.offset + index}`) ?? [],
    )
    const told = isJsonObject(pagination) ? pagination['hasMore'] : undefined
    return {
      transactions,
      unreadable: rows.length - transactions.length,
      offset: page.offset,
      hasMore: typeof told === 'boolean' ? told : rows.length === page.limit,
    }
  }
  const result = await request(
    client,
    connection,
    { method: 'GET', path: transactionsPath(wallet, page) },
    { signal, purpose, read: json(readPage, 'transactions') },
  )
  return result.ok ? result.value : result.failure
}

/**
 * The `data` of a wallet's 200; undefined where it reports no success. Each member is read on its own, so that one
 * that is `null` or of another type takes no other along.
 */
export function successData(body: unknown): JsonObject | undefined {
  if (!isJsonObject(body) || body['success'] === false) return undefined
  return isJsonObject(body['data']) ? body['data'] : undefined
}

function readBalance(body: unknown): Omit<WalletBalance, 'at'> | undefined {
  const { balanceUsd, diemBalanceUsd, canConsume } = successData(body) ?? {}
  const microUsd = microUsdFrom(balanceUsd)
  if (microUsd === undefined) return undefined
  const microDiem = microUsdFrom(diemBalanceUsd)
  return {
    microUsd,
    ...(microDiem === undefined ? {} : { microDiem }),
    ...(typeof canConsume === 'boolean' ? { canConsume } : {}),
  }
}

/** A row whose amount and type are known; what else of it is unreadable is left out. */
function readTransaction(row: unknown, place: string): Transaction | undefined {
  if (!isJsonObject(row)) return undefined
  const { id, createdAt, requestId, modelId, amount, balanceAfter } = row
  return transactionSchema.safeParse({
    ...row,
    id: id ?? place,
    createdAt: createdAt ?? '',
    amount: amountOf(amount),
    ...presentMembers({
      balanceAfter: amountOf(balanceAfter) ?? null,
      requestId: typeof requestId === 'number' ? String(requestId) : (requestId ?? null),
      modelId: modelId ?? null,
    }),
  }).data
}

/** An amount that is a number, or one in a string as some servers write it. */
function amountOf(value: unknown): number | undefined {
  return microUsdFrom(value) === undefined ? undefined : Number(value)
}

import type { Failure } from '../../../../contract/errors/failure.ts'
import {
  type Transaction,
  transactionsPath,
  transactionsResponseSchema,
} from '../../../../contract/wallet/transactions.ts'
import { json } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'

/** One page of a wallet's movements, newest first. */
export interface TransactionsPage {
  transactions: readonly Transaction[]
  offset: number
  hasMore: boolean
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
    const data = transactionsResponseSchema.safeParse(body).data?.data
    return (
      data && {
        transactions: data.transactions,
        offset: page.offset,
        hasMore: data.pagination?.hasMore ?? data.transactions.length === page.limit,
      }
    )
  }
  const result = await request(
    client,
    connection,
    { method: 'GET', path: transactionsPath(wallet, page) },
    { signal, purpose, read: json(readPage, 'transactions') },
  )
  return result.ok ? result.value : result.failure
}

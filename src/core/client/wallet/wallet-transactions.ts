import type { Failure } from '../../../../contract/errors/failure.ts'
import {
  type Transaction,
  transactionsPath,
  transactionsResponseSchema,
} from '../../../../contract/wallet/transactions.ts'
import type { Connection } from '../connection/connection.ts'
import { closeCall, openCall, readBody } from '../http.ts'

/** One page of a wallet's movements, newest first. */
export interface TransactionsPage {
  transactions: readonly Transaction[]
  offset: number
  hasMore: boolean
}

/** The movements of the connection's wallet (`GET /x402/transactions/{wallet}`). The wallet signs for it. */
export async function walletTransactions(
  connection: Connection,
  wallet: string,
  page: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<TransactionsPage | Failure> {
  const path = transactionsPath(wallet, page)
  const opened = await openCall(connection, { method: 'GET', path, signal })
  if (!opened.ok) return opened.failure
  const body = await readBody(opened.call, opened.response).catch(() => undefined)
  const data =
    body?.kind === 'json' ? transactionsResponseSchema.safeParse(body.value).data?.data : undefined
  if (data === undefined) {
    const failure: Failure = { kind: 'unexpected_answer', message: 'Expected transactions.' }
    closeCall(opened.call, 'failed', failure)
    return failure
  }
  closeCall(opened.call, 'done')
  return {
    transactions: data.transactions,
    offset: page.offset,
    hasMore: data.pagination?.hasMore ?? data.transactions.length === page.limit,
  }
}

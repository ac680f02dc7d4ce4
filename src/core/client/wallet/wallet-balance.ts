import type { Failure } from '../../../../contract/errors/failure.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { balancePath, balanceResponseSchema } from '../../../../contract/wallet/balance.ts'
import type { Connection } from '../connection/connection.ts'
import { closeCall, openCall, readBody } from '../http.ts'

/** A wallet's credit. Amounts are millionths of a USD. */
export interface WalletBalance {
  microUsd: number
  /** The DIEM part, where the wallet is linked to an account. */
  microDiem?: number
  canConsume?: boolean
  /** Unix ms. */
  at: number
}

/**
 * The credit of the connection's wallet (`GET /x402/balance/{wallet}`). The wallet signs for it, so it is
 * asked for by a person and never by a timer.
 */
export async function walletBalance(
  connection: Connection,
  wallet: string,
  signal: AbortSignal,
): Promise<WalletBalance | Failure> {
  const opened = await openCall(connection, { method: 'GET', path: balancePath(wallet), signal })
  if (!opened.ok) return opened.failure
  const body = await readBody(opened.call, opened.response).catch(() => undefined)
  const data =
    body?.kind === 'json' ? balanceResponseSchema.safeParse(body.value).data?.data : undefined
  const microUsd = microUsdFrom(data?.balanceUsd)
  if (data === undefined || microUsd === undefined) {
    const failure: Failure = { kind: 'unexpected_answer', message: 'Expected a balance.' }
    closeCall(opened.call, 'failed', failure)
    return failure
  }
  closeCall(opened.call, 'done')
  const microDiem = microUsdFrom(data.diemBalanceUsd)
  return {
    microUsd,
    at: Date.now(),
    ...(microDiem === undefined ? {} : { microDiem }),
    ...(data.canConsume === undefined ? {} : { canConsume: data.canConsume }),
  }
}

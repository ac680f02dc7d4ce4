import type { Failure } from '../../../../contract/errors/failure.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { balancePath, balanceResponseSchema } from '../../../../contract/wallet/balance.ts'
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

function readBalance(body: unknown): Omit<WalletBalance, 'at'> | undefined {
  const data = balanceResponseSchema.safeParse(body).data?.data
  const microUsd = microUsdFrom(data?.balanceUsd)
  if (data === undefined || microUsd === undefined) return undefined
  const microDiem = microUsdFrom(data.diemBalanceUsd)
  return {
    microUsd,
    ...(microDiem === undefined ? {} : { microDiem }),
    ...(data.canConsume === undefined ? {} : { canConsume: data.canConsume }),
  }
}

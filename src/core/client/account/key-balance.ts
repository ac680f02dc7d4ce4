import { given, isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { fetchJson } from '../queries/connection-query.ts'

/** The USD credit of the connection's key now, micro-USD; reading it is free. Rejects when it can't be had. */
export async function readKeyBalance(
  client: Client,
  connection: Connection,
  signal: AbortSignal,
): Promise<number> {
  const balance = await fetchJson(
    client,
    connection,
    '/api_keys/rate_limits',
    { expected: 'the balance of a key', parse: usdBalanceOf },
    signal,
  )
  client.accounts.recordBalance(connection, balance)
  return balance
}

/** The USD credit in an answer of `GET /api_keys/rate_limits`, micro-USD; undefined without one. */
export function usdBalanceOf(body: unknown): number | undefined {
  return keyAllowance(body).left.find(([unit]) => unit === 'USD')?.[1]
}

/** What the API reports of a key alone, as far as it can be read. */
interface KeyAllowance {
  /** What is left by unit (`USD`, `DIEM`, …), in millionths: the account may have more than the key may spend. */
  left: readonly (readonly [unit: string, micro: number])[]
  /** Over which the limit of the key counts, in words where it is a known one. */
  period?: string
  /** ISO 8601: when the daily amounts renew, and when the key ends. */
  renewsAt?: string
  expiresAt?: string
}

const PERIODS: Readonly<Record<string, string>> = {
  DAY: 'per day',
  DAILY: 'per day',
  EPOCH: 'per day',
  WEEK: 'per week',
  WEEKLY: 'per week',
  MONTH: 'per month',
  MONTHLY: 'per month',
  LIFETIME: 'in total',
  TOTAL: 'in total',
}

/** What is left of a key in an answer of `GET /api_keys/rate_limits`; each part is read on its own. */
export function keyAllowance(body: unknown): KeyAllowance {
  const data: JsonObject = isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {}
  const balances = isJsonObject(data['balances']) ? data['balances'] : {}
  const text = (name: string) => {
    const value = data[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, 40) : undefined
  }
  const told = text('limitPeriod')
  const period = told && (PERIODS[told.toUpperCase()] ?? told)
  const [renewsAt, expiresAt] = [text('nextEpochBegins'), text('keyExpiration')]
  return {
    left: Object.entries(balances).flatMap(([unit, amount]) => {
      const micro = microUsdFrom(amount)
      return micro === undefined ? [] : [[unit, micro] as const]
    }),
    ...given({ period, renewsAt, expiresAt }),
  }
}

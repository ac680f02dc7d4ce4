import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import { standardError, type HttpError } from '../http/http-error.ts'

/** The 402 of a request whose price, micro-USD, the credit does not cover, with what can be done about it. */
export function insufficientBalance(
  microUsd: number,
  costs: 'costs' | 'can cost up to',
  remedy: string,
): HttpError {
  const usd = (microUsd / MICRO_USD_PER_USD).toFixed(6)
  return standardError(
    402,
    `Insufficient USD or Diem balance to complete request. It ${costs} $${usd}; ${remedy}.`,
    'INSUFFICIENT_BALANCE',
  )
}

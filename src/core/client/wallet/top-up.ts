import type { Failure } from '../../../../contract/errors/failure.ts'
import { headerValue } from '../../../../contract/headers/header-list.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { decodeBase64Json } from '../../../../contract/wallet/base64-json.ts'
import { settlementResponseSchema } from '../../../../contract/wallet/settlement-response.ts'
import { topUpResponseSchema } from '../../../../contract/wallet/top-up.ts'
import type { Connection } from '../connection/connection.ts'
import { closeCall, openCall, readBody } from '../http.ts'

/** Credit that a payment bought. Amounts are micro-USD. */
interface TopUpCredit {
  wallet: string
  creditedMicroUsd: number
  balanceMicroUsd: number
  paymentId?: string
  /** Hash or signature on the chain, where the answer says it. */
  transaction?: string
}

export type TopUpResult =
  | { ok: true; credit: TopUpCredit; status: number; requestId?: string }
  | { ok: false; failure: Failure }

/** After this long without an answer the outcome is unknown, ms: longer than a service settles. */
const TIMEOUT_MS = 60_000

/**
 * Sends a signed payment, once: `POST /x402/top-up`. The header's value is sent as it is, so that the
 * same payment can be sent again byte for byte. A failure never means that nothing was paid.
 */
export async function topUp(
  connection: Connection,
  payment: { headerName: string; header: string },
  signal: AbortSignal,
): Promise<TopUpResult> {
  const { origin } = new URL(connection.baseUrl)
  const paying: Connection = {
    ...connection,
    credential: {
      kind: 'wallet',
      label: 'payment',
      origin,
      authorize: () => Promise.resolve([[payment.headerName, payment.header]]),
    },
  }
  const opened = await openCall(paying, {
    method: 'POST',
    path: '/x402/top-up',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (!opened.ok) return { ok: false, failure: opened.failure }
  const { call, response, headers } = opened
  const unreadable = (kind: 'cut' | 'unexpected_answer', message: string): TopUpResult => {
    closeCall(call, kind === 'cut' ? 'cut' : 'failed', { kind, message })
    return { ok: false, failure: { kind, message } }
  }
  const body = await readBody(call, response).catch(() => undefined)
  if (body === undefined) return unreadable('cut', 'The answer to the payment was cut off.')
  const parsed =
    body.kind === 'json' ? topUpResponseSchema.safeParse(body.value).data?.data : undefined
  const creditedMicroUsd = microUsdFrom(parsed?.amountCredited)
  const balanceMicroUsd = microUsdFrom(parsed?.newBalance)
  if (parsed === undefined || creditedMicroUsd === undefined || balanceMicroUsd === undefined)
    return unreadable('unexpected_answer', 'Expected the credit that was bought.')
  closeCall(call, 'done')
  const settlement = settlementResponseSchema.safeParse(
    decodeBase64Json(headerValue(headers, 'payment-response') ?? ''),
  ).data
  const requestId = headerValue(headers, 'cf-ray')
  return {
    ok: true,
    status: response.status,
    ...(requestId === undefined ? {} : { requestId }),
    credit: {
      wallet: parsed.walletAddress,
      creditedMicroUsd,
      balanceMicroUsd,
      ...(parsed.paymentId === undefined ? {} : { paymentId: parsed.paymentId }),
      ...(settlement === undefined || settlement.transaction === ''
        ? {}
        : { transaction: settlement.transaction }),
    },
  }
}

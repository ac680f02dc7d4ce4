import { decodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { headerValue } from '../../../../contract/headers/header-list.ts'
import { given, isJsonObject } from '../../../../contract/json.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import {
  receiptOf,
  type SignedStatement,
} from '../../../../contract/wallet/payment/offer-receipt.ts'
import {
  compareWithHeader,
  type HeaderAgreement,
} from '../../../../contract/wallet/payment/payment-offer.ts'
import type { PaymentRequired } from '../../../../contract/wallet/payment/payment-required.ts'
import { json, unwanted } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'
import { successData } from './wallet-reads.ts'

/** Credit that a payment bought. Amounts are micro-USD; what the response doesn't say is absent. */
interface TopUpCredit {
  wallet?: string
  creditedMicroUsd?: number
  balanceMicroUsd?: number
  paymentId?: string
  /** Hash or signature on the chain, where the response says it. */
  transaction?: string
  /** What the service signed of it. */
  receipt?: SignedStatement
}

export type TopUpResult =
  | { ok: true; credit: TopUpCredit; status: number; requestId?: string }
  | { ok: false; failure: Failure }

/** After this long without a response the outcome is unknown, ms: longer than a service settles. */
const TIMEOUT_MS = 60_000

/**
 * Sends a signed payment, once: `POST /x402/top-up`. The header's value is sent as it is, so that the
 * same payment can be sent again byte for byte. A failure never means that nothing was paid.
 */
export async function topUp(
  client: Client,
  connection: Connection,
  payment: { headerName: string; header: string },
  signal: AbortSignal,
): Promise<TopUpResult> {
  const paying: Connection = {
    ...connection,
    credential: {
      kind: 'wallet',
      label: 'payment',
      origin: new URL(connection.baseUrl).origin,
      authorize: () => Promise.resolve([[payment.headerName, payment.header]]),
    },
  }
  const result = await request(
    client,
    paying,
    { method: 'POST', path: '/x402/top-up' },
    { signal, timeoutMs: TIMEOUT_MS, read: json(readCredit, 'the new balance') },
  )
  if (!result.ok) return { ok: false, failure: result.failure }
  const { headers, status } = result.exchange
  const header = decodeBase64Json(headerValue(headers, 'payment-response') ?? '')
  const { transaction, extensions } = isJsonObject(header) ? header : {}
  const receipt = receiptOf({ extensions })
  const requestId = headerValue(headers, 'cf-ray')
  return {
    ok: true,
    status: status ?? 200,
    ...given({ requestId }),
    credit: {
      ...result.value,
      ...(typeof transaction === 'string' && transaction !== '' ? { transaction } : {}),
      ...given({ receipt }),
    },
  }
}

function readCredit(body: unknown): TopUpCredit | undefined {
  const data = successData(body)
  if (data === undefined) return undefined
  const { walletAddress: wallet, paymentId } = data
  const creditedMicroUsd = microUsdFrom(data['amountCredited'])
  const balanceMicroUsd = microUsdFrom(data['newBalance'])
  return {
    ...(typeof wallet === 'string' ? { wallet } : {}),
    ...given({ creditedMicroUsd, balanceMicroUsd }),
    ...(typeof paymentId === 'string' ? { paymentId } : {}),
  }
}

/** How an API takes top-ups, as it says itself. */
export interface TopUpRequirements {
  required: PaymentRequired
  /** How the `PAYMENT-REQUIRED` header compares with the body. */
  header: HeaderAgreement
  /** Unix ms. */
  at: number
}

/**
 * Asks how a top-up can be paid: `POST /x402/top-up` without a payment, whose 402 is the answer that
 * is wanted (contract, "Wallet (x402) operations"). It costs one of the failures that the API counts, so
 * it is never polled.
 */
export async function topUpRequirements(
  client: Client,
  { credential: _, ...connection }: Connection,
  signal: AbortSignal,
  purpose: 'click' | 'background' = 'click',
): Promise<TopUpRequirements | Failure> {
  const result = await request(
    client,
    connection,
    { method: 'POST', path: '/x402/top-up' },
    {
      signal,
      purpose,
      read: unwanted({ kind: 'unexpected_answer', message: 'Expected ways to pay (402).' }),
      readRefusal: (failure, headers) =>
        failure.kind === 'top_up_requirements'
          ? {
              required: failure.details,
              header: compareWithHeader(failure.details, headerValue(headers, 'payment-required')),
              at: client.world.clock.now(),
            }
          : undefined,
    },
  )
  return result.ok ? result.value : result.failure
}

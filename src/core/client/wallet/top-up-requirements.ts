import type { Failure } from '../../../../contract/errors/failure.ts'
import { headerValue } from '../../../../contract/headers/header-list.ts'
import {
  compareWithHeader,
  type HeaderAgreement,
} from '../../../../contract/wallet/payment/payment-offer.ts'
import type { PaymentRequired } from '../../../../contract/wallet/payment/payment-required.ts'
import { unwanted } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'

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

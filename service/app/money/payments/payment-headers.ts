import type { MiddlewareHandler } from 'hono'

import type { AppContext, AppEnvironment } from '../../http/app-environment.ts'
import { standardError } from '../../http/http-error.ts'
import { topUpError } from './payment-error.ts'

/** The name in use first, then the legacy ones. */
const PAYMENT_HEADERS = ['payment-signature', 'x-402-payment', 'x-payment']

/**
 * The payment header of a request by any of its names; undefined when it has none.
 * @throws HttpError 400 when several names carry different payments: nobody could say which was meant
 */
export function paymentHeader(context: AppContext): string | undefined {
  const sent = new Set(PAYMENT_HEADERS.flatMap((name) => context.req.header(name)?.trim() ?? []))
  if (sent.size > 1)
    throw topUpError('INVALID_PAYMENT_FORMAT', 'Several payment headers carry different payments.')
  const [header] = sent
  return header
}

/** Refuses a payment header everywhere but on the top-up: nothing else can be paid directly. */
export const refusePaymentHeaders: MiddlewareHandler<AppEnvironment> = async (context, next) => {
  const isTopUp = context.req.method === 'POST' && context.req.path.endsWith('/x402/top-up')
  if (!isTopUp && PAYMENT_HEADERS.some((name) => context.req.header(name) !== undefined))
    throw standardError(
      400,
      'Nothing was paid. Send payments to POST /api/v1/x402/top-up, requests with SIGN-IN-WITH-X.',
      'PAYMENT_HEADER_NOT_ACCEPTED',
    )
  await next()
}

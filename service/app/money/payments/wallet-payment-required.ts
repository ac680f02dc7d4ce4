import type { MiddlewareHandler } from 'hono'

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import {
  MIN_TOP_UP_MICRO_USD,
  MIN_WALLET_CREDIT_MICRO_USD,
  SUGGESTED_TOP_UP_MICRO_USD,
} from '../../../../contract/limits/sizes.ts'
import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import { USDC_DECIMALS } from '../../../../contract/wallet/networks.ts'
import { paymentRequired, signInChallenge } from '../../auth/discovery.ts'
import type { AppContext, AppEnvironment } from '../../http/app-environment.ts'
import { HttpError, standardError } from '../../http/http-error.ts'
import { type PaymentRails, topUpError } from './payment-rails.ts'

/**
 * The 402 of a signed-in wallet whose credit is below the least (contract, "402 variants"). The header
 * carries the PaymentRequired object, not this body. While a payment of the wallet `isPaying`, no way to
 * pay is offered, so that nobody signs a second one for want of the first.
 */
export function walletPaymentRequired(
  url: string,
  rails: PaymentRails,
  microUsd: number,
  isPaying: boolean,
): HttpError {
  const now = Date.now()
  const body = {
    error: 'Payment required',
    code: 'PAYMENT_REQUIRED',
    reason: 'insufficient_balance',
    message: isPaying
      ? 'Insufficient x402 balance. A payment is still settling: wait before you pay again.'
      : 'Insufficient x402 balance',
    description: 'API',
    currentBalanceUsd: microUsd / MICRO_USD_PER_USD,
    minimumBalanceUsd: MIN_WALLET_CREDIT_MICRO_USD / MICRO_USD_PER_USD,
    suggestedTopUpUsd: SUGGESTED_TOP_UP_MICRO_USD / MICRO_USD_PER_USD,
    minimumTopUpUsd: MIN_TOP_UP_MICRO_USD / MICRO_USD_PER_USD,
    supportedTokens: ['USDC'],
    supportedChains: rails.rails.map(({ network }) => network.shortName),
    topUpInstructions: instructions(rails),
    siwxChallenge: signInChallenge(url, rails, now),
  }
  const offered = isPaying ? { ...rails, rails: [] } : rails
  const required = paymentRequired(url, offered, 'Payment required', now)
  return new HttpError(402, body, { 'PAYMENT-REQUIRED': encodeBase64Json(required) })
}

/** Names the EVM rail only: clients read these members by name. */
function instructions({ evm, rails, likeProvider }: PaymentRails) {
  const receiver = rails.find(({ network }) => network.family === 'evm')
  return {
    step1: 'Call POST /api/v1/x402/top-up without a payment header to get the payment options.',
    step2: 'Sign one of them for the amount to add.',
    step3: 'Call POST /api/v1/x402/top-up again with the signed payment in PAYMENT-SIGNATURE.',
    ...(receiver === undefined
      ? likeProvider && { receiverWallet: null }
      : { receiverWallet: receiver.payTo }),
    tokenAddress: receiver?.asset ?? evm.asset,
    tokenDecimals: USDC_DECIMALS,
    network: evm.id,
    minimumAmountUsd: MIN_TOP_UP_MICRO_USD / MICRO_USD_PER_USD,
  }
}

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

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import {
  MIN_TOP_UP_MICRO_USD,
  MIN_WALLET_CREDIT_MICRO_USD,
  SUGGESTED_TOP_UP_MICRO_USD,
} from '../../../../contract/limits/sizes.ts'
import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import { USDC_DECIMALS } from '../../../../contract/wallet/networks.ts'
import { paymentRequired } from '../../auth/discovery.ts'
import { signInChallenge } from '../../auth/sign-in/sign-in-challenge.ts'
import { HttpError } from '../../http/http-error.ts'
import type { PaymentRails } from './payment-rails.ts'

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

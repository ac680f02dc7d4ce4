import type { JsonObject } from '../../json.ts'
import { encodeBase64Json } from '../base64-json.ts'
import type { EvmPayload, SolanaPayload } from './payment-payload.ts'
import type { PaymentRequirement } from './payment-requirement.ts'

/** The names a payment may travel under: the one in use, then the legacy ones (contract, "Authentication" 3). */
export const PAYMENT_HEADERS = ['PAYMENT-SIGNATURE', 'X-402-Payment', 'X-PAYMENT'] as const

export type PaymentHeaderName = (typeof PAYMENT_HEADERS)[number]

/**
 * The value of the payment header: base64 of an x402 version 2 payload. The requirement is echoed with
 * the amount that was signed, which may be more than the advertised least.
 */
export function paymentHeaderValue(
  requirement: PaymentRequirement,
  amountAtomic: number,
  payload: Pick<EvmPayload, 'signature' | 'authorization'> | Pick<SolanaPayload, 'transaction'>,
  extensions?: JsonObject,
): string {
  return encodeBase64Json({
    x402Version: 2,
    accepted: { ...requirement, amount: String(amountAtomic) },
    payload,
    ...(extensions === undefined ? {} : { extensions }),
  })
}

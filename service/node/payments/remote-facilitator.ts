import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'

import { isSameWallet } from '../../../contract/wallet/balance.ts'
import { networkOf } from '../../../contract/wallet/networks.ts'
import { type RailTerms, requirementOf } from '../../app/money/payments/payment-rails.ts'
import type { Facilitator, RailPayment } from '../../app/money/payments/payment-store.ts'

/**
 * Payments through a facilitator elsewhere. Its chain cannot be read from here, so its word counts; a
 * payment whose end it does not tell stays open, and the same payment may be sent again.
 */
export function createRemoteFacilitator(url: string, rail: RailTerms): Facilitator {
  const client = async () => {
    const { HTTPFacilitatorClient } = await import('@x402/core/http')
    return new HTTPFacilitatorClient({ url })
  }
  return {
    verify: async (payment) => {
      const reason = hopeless(payment, Math.floor(Date.now() / 1000))
      if (reason !== undefined) return { ok: false, reason }
      const { payload, requirements } = facilitatorRequest(rail, payment)
      const answer = await (await client()).verify(payload, requirements)
      return answer.isValid
        ? { ok: true }
        : { ok: false, reason: answer.invalidReason ?? 'invalid_payment' }
    },
    settle: async (payment, onSubmit) => {
      const { payload, requirements } = facilitatorRequest(rail, payment)
      await onSubmit(undefined)
      const answer = await (await client()).settle(payload, requirements)
      // What it says of another payment says nothing of this one, which may have been carried out.
      if (answer.success)
        return isOf(payment, answer)
          ? { ok: true, transaction: answer.transaction }
          : { ok: false, reason: 'settlement_of_another_payment' }
      return { ok: false, reason: answer.errorReason ?? 'settlement_failed' }
    },
    find: () => Promise.resolve({ state: 'unknown' }),
  }
}

/** Why a payment can't succeed now, in the x402 packages' names; it is not put to anybody then. */
function hopeless({ signed }: RailPayment, nowSeconds: number): string | undefined {
  if (signed.family !== 'evm') return undefined
  const { validAfter, validBefore } = signed.authorization
  if (BigInt(validBefore) <= BigInt(nowSeconds))
    return 'invalid_exact_evm_payload_authorization_valid_before'
  if (BigInt(validAfter) > BigInt(nowSeconds))
    return 'invalid_exact_evm_payload_authorization_valid_after'
  return /^0x$/i.test(signed.signature) ? 'invalid_exact_evm_payload_signature' : undefined
}

/** Whether a settlement is of a payment: what it names is what was signed. */
function isOf(
  { network, payer, amount }: RailPayment,
  answer: { network: string; transaction: string; payer?: string; amount?: string },
): boolean {
  return (
    networkOf(answer.network)?.id === network &&
    answer.transaction !== '' &&
    (answer.payer === undefined || isSameWallet(answer.payer, payer)) &&
    (answer.amount === undefined || answer.amount === String(amount))
  )
}

/**
 * A payment as the x402 packages take it: always in the layout of version 2, and always against this
 * service's own requirement for what was signed, never against what the client says it accepted.
 */
export function facilitatorRequest(
  rail: RailTerms,
  { amount, signed }: RailPayment,
): { payload: PaymentPayload; requirements: PaymentRequirements } {
  const requirement = requirementOf(rail, amount)
  const requirements = { ...requirement, network: caip2(requirement.network) }
  const { family: _, ...payload } = signed
  return { payload: { x402Version: 2, accepted: requirements, payload }, requirements }
}

function caip2(network: string): `${string}:${string}` {
  const [namespace = '', reference = ''] = network.split(':')
  return `${namespace}:${reference}`
}

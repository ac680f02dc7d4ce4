import type { Facilitator } from '../../app/payments/facilitator.ts'
import type { RailTerms } from '../../app/payments/payment-rails.ts'
import { facilitatorRequest } from './facilitator-request.ts'

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
      if (answer.success) return { ok: true, transaction: answer.transaction }
      return { ok: false, reason: answer.errorReason ?? 'settlement_failed' }
    },
    find: () => Promise.resolve({ state: 'unknown' }),
  }
}

import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'

import type { RailPayment } from '../../app/money/payments/facilitator.ts'
import { requirementOf, type RailTerms } from '../../app/money/payments/payment-rails.ts'

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

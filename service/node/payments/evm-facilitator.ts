import type { FacilitatorEvmSigner } from '@x402/evm'
import type { PublicClient } from 'viem'

import type { RailTerms } from '../../app/money/payments/payment-rails.ts'
import type { Facilitator } from '../../app/money/payments/payment-store.ts'
import { facilitatorRequest } from './remote-facilitator.ts'

/** An EVM chain that this process reads, and sends to as the facilitator. */
export interface EvmPaymentChain {
  client: PublicClient
  facilitator: FacilitatorEvmSigner
}

/**
 * Payments on an EVM chain by the x402 scheme `exact` (EIP-3009). `chain` is called at the first
 * payment, so that an embedded chain need not run before.
 */
export function createEvmFacilitator(
  rail: RailTerms,
  chain: () => Promise<EvmPaymentChain>,
): Facilitator {
  return {
    verify: async (payment) => {
      const { facilitator } = await chain()
      const { ExactEvmScheme } = await import('@x402/evm/exact/facilitator')
      const { payload, requirements } = facilitatorRequest(rail, payment)
      const answer = await new ExactEvmScheme(facilitator).verify(payload, requirements)
      return answer.isValid
        ? { ok: true }
        : { ok: false, reason: answer.invalidReason ?? 'invalid_payment' }
    },
    settle: async (payment, onSubmit) => {
      const { facilitator } = await chain()
      const { ExactEvmScheme } = await import('@x402/evm/exact/facilitator')
      const { payload, requirements } = facilitatorRequest(rail, payment)
      // The authorization's nonce finds the transaction again, so its hash need not be known before.
      await onSubmit(undefined)
      const answer = await new ExactEvmScheme(facilitator).settle(payload, requirements)
      if (answer.success) return { ok: true, transaction: answer.transaction }
      return { ok: false, reason: answer.errorReason ?? 'settlement_failed' }
    },
    find: async (payment) => {
      const { client } = await chain()
      // What reads the chain takes long to load, and few payments have to be looked for.
      const { findOnChain } = await import('./evm-transfer-events.ts')
      return findOnChain(payment, client)
    },
  }
}

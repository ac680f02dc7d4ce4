import type { ContractVerifier } from '../../app/auth/sign-in/sign-in-signature.ts'
import type { PaymentRails, RailTerms } from '../../app/payments/payment-rails.ts'
import type { Chains } from '../chains/chains.ts'
import { createEvmFacilitator } from './evm-facilitator.ts'
import { createSvmFacilitator } from './svm-facilitator.ts'

/** Payments on the embedded chains. Asking for the terms starts neither of them. */
export function embeddedRails(chains: Chains): PaymentRails {
  const { evm, solana } = chains.rails
  const { name, version } = evm.network.domain
  const evmTerms: RailTerms = { ...evm, extra: { name, version } }
  const solanaTerms: RailTerms = {
    network: solana.network,
    asset: solana.asset,
    payTo: solana.payTo,
    extra: { feePayer: solana.feePayer },
  }
  return {
    evm: evm.network,
    solana: solana.network,
    rails: [
      {
        ...evmTerms,
        facilitator: createEvmFacilitator(evmTerms, () => chains.evm()),
        sign: chains.statements?.evm,
      },
      {
        ...solanaTerms,
        facilitator: createSvmFacilitator(solanaTerms, () => chains.svm()),
        sign: chains.statements?.solana,
      },
    ],
  }
}

/** Checks the signatures of contract wallets on the embedded EVM chain, which starts for it. */
export function contractVerifier(chains: Chains): ContractVerifier {
  return async ({ address, message, signature }) => {
    const { isAddress, isHex } = await import('viem')
    if (!isAddress(address, { strict: false }) || !isHex(signature)) return false
    const { client } = await chains.evm()
    return client.verifyMessage({ address, message, signature })
  }
}

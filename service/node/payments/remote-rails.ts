import { BASE, BASE_SEPOLIA, SOLANA, SOLANA_DEVNET } from '../../../contract/wallet/networks.ts'
import type { PaymentRail, PaymentRails, RailTerms } from '../../app/payments/payment-rails.ts'
import { createRemoteFacilitator } from './remote-facilitator.ts'

/** A facilitator elsewhere, and where payments go. A chain without an address is not offered. */
export interface RemoteFacilitatorOptions {
  url: string
  payToEvm: string | undefined
  payToSolana: string | undefined
  /** The facilitator's account that pays network fees on Solana. */
  solanaFeePayer: string | undefined
}

/** Payments on public chains, through a facilitator elsewhere; none without one. */
export function remoteRails(
  networkIds: 'test' | 'mainnet',
  remote: RemoteFacilitatorOptions | undefined,
): PaymentRails {
  const evm = networkIds === 'test' ? BASE_SEPOLIA : BASE
  const solana = networkIds === 'test' ? SOLANA_DEVNET : SOLANA
  if (remote === undefined) return { evm, solana, rails: [] }
  const { url, payToEvm, payToSolana, solanaFeePayer } = remote
  const rail = (terms: RailTerms): PaymentRail => ({
    ...terms,
    facilitator: createRemoteFacilitator(url, terms),
  })
  const rails: PaymentRail[] = []
  if (payToEvm !== undefined)
    rails.push(rail({ network: evm, asset: evm.asset, payTo: payToEvm, extra: { ...evm.domain } }))
  if (payToSolana !== undefined && solanaFeePayer !== undefined)
    rails.push(
      rail({
        network: solana,
        asset: solana.asset,
        payTo: payToSolana,
        extra: { feePayer: solanaFeePayer },
      }),
    )
  return { evm, solana, rails }
}

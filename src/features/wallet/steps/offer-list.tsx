import { useId } from 'react'

import type { PaymentOffer } from '../../../../contract/wallet/payment/payment-offer.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'

interface OfferListProps {
  /** The ways to pay that this wallet can sign. */
  offers: readonly PaymentOffer[]
  usdc: Readonly<Record<string, bigint | 'unreadable'>>
  chosen: string | undefined
  onChoose: (networkId: string) => void
}

/** The networks to pay on, with what the wallet has there. */
export function OfferList({ offers, usdc, chosen, onChoose }: OfferListProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">Network</legend>
      {offers.map(({ network }) => (
        <label
          key={network.id}
          className="flex flex-wrap items-center gap-x-3 rounded-md text-sm target"
        >
          <input
            type="radio"
            name={name}
            value={network.id}
            checked={network.id === chosen}
            onChange={() => onChoose(network.id)}
          />
          <span className="grow">USDC on {network.name}</span>
          <span className="text-xs text-text-2">
            <Held held={usdc[network.id]} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Held({ held }: { held: bigint | 'unreadable' | undefined }) {
  if (held === undefined) return 'Loading balance'
  if (held === 'unreadable')
    return (
      <span
        className="text-warn"
        title="This page can't read the network. Your balance may not be zero."
      >
        Balance unavailable
      </span>
    )
  return (
    <>
      Wallet balance: <span className="font-mono text-money">{formatMicroUsd(Number(held))}</span>
    </>
  )
}

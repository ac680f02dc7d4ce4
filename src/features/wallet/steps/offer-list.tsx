import { useId } from 'react'
import { useStore } from 'zustand'

import { BASE, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { OfferReading } from '../../../../contract/wallet/payment/payment-offer.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import type { WalletSession } from '../../../core/wallet/session/wallet-session.ts'
import { isTestnet } from '../../../core/wallet/state/local-chains.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

interface OfferListProps {
  readings: readonly OfferReading[]
  session: WalletSession
  usdc: Readonly<Record<string, bigint | 'unreadable'>>
  chosen: string | undefined
  onChoose: (networkId: string) => void
}

/** The ways to pay that the API offers, with what the wallet has there; the refused ones with the reason. */
export function OfferList({ readings, session, usdc, chosen, onChoose }: OfferListProps) {
  const name = useId()
  const local = useStore(wallet.view, (area) => area.local)
  return (
    <fieldset className="flex flex-col border-y">
      <legend className="sr-only">Network</legend>
      {readings.map((reading, index) => {
        if (!reading.ok) return <RefusedOffer key={index} reading={reading} />
        const { network } = reading.offer
        const isUsable = network.family === session.family
        return (
          <label
            key={network.id}
            className="flex min-h-11 items-center gap-3 border-b py-2 text-sm last:border-b-0 has-disabled:text-text-3"
          >
            <input
              type="radio"
              name={name}
              value={network.id}
              checked={network.id === chosen}
              disabled={!isUsable}
              onChange={() => onChoose(network.id)}
            />
            <span className="grow">
              USDC on {network.name}
              {isTestnet(network, local) && (
                <>
                  {' '}
                  <Badge tone="warn">Testnet</Badge>
                </>
              )}
            </span>
            <span className="text-right text-xs">
              {isUsable ? (
                <Held held={usdc[network.id]} />
              ) : (
                `Requires ${familyName(network)} wallet`
              )}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

function Held({ held }: { held: bigint | 'unreadable' | undefined }) {
  if (held === undefined) return <span className="text-text-3">Loading balance</span>
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
    <span>
      Wallet balance: <span className="font-mono">{formatMicroUsd(Number(held))}</span>
    </span>
  )
}

function RefusedOffer({ reading }: { reading: Extract<OfferReading, { ok: false }> }) {
  const { network, problems } = reading
  return (
    <div className="border-b py-2 text-sm last:border-b-0">
      <p className="text-bad">
        {network === undefined ? 'A payment option' : `USDC on ${network.name}`} failed validation,
        so it can't be chosen.
      </p>
      <ul className="list-disc pl-4 text-xs text-text-2">
        {problems.map(({ field, found, expected }) => (
          <li key={field + found}>
            <code className="font-mono">{field}</code> is “{found}”, but must be {expected}.
          </li>
        ))}
      </ul>
    </div>
  )
}

function familyName({ family }: PaymentNetwork): string {
  return family === BASE.family ? 'an Ethereum' : 'a Solana'
}

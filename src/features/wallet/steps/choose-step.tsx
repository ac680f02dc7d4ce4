import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { MAX_TOP_UP_MICRO_USD, MIN_TOP_UP_MICRO_USD } from '../../../../contract/limits/sizes.ts'
import type { PaymentOffer } from '../../../../contract/wallet/payment/payment-offer.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import type { Owner } from '../../../core/wallet/state/balances.ts'
import {
  allowedNetworks,
  CHOOSE_TERMS_AGE_MS,
  loadRequirements,
  readUsdc,
} from '../../../core/wallet/state/requirements.ts'
import { checkTopUp } from '../../../core/wallet/state/top-up.ts'
import { amountProblemText } from '../../../core/wallet/top-up/problem-text.ts'
import { preferredOffer, readAmount, readOffers } from '../../../core/wallet/top-up/top-up-draft.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { useWait } from '../../../ui/hooks/clock.ts'
import { useLocalChains } from '../use-local-chains.ts'
import { AreaFailure } from './area-failure.tsx'
import { FaucetButton } from './faucet-button.tsx'
import { FlowNoticeView } from './flow-notice.tsx'
import { ReturnButton, StepFrame, WalletLine } from './step-frame.tsx'

/** The second step: how much, and on which network. */
export function ChooseStep({ owner }: { owner: Owner }) {
  const area = useStore(wallet.view)
  const { requirements, isLoadingRequirements, usdc, amount, chosenNetwork, flow } = area
  const local = useLocalChains()
  const [isChecking, setIsChecking] = useState(false)
  const [showProblem, setShowProblem] = useState(false)
  const shortId = useId()
  const { session } = owner
  useEffect(() => {
    void loadRequirements(wallet, CHOOSE_TERMS_AGE_MS)
    void readUsdc(wallet)
  }, [])

  const readings =
    requirements !== undefined && 'required' in requirements
      ? readOffers(requirements, allowedNetworks(wallet))
      : []
  const usable = readings.flatMap((reading) =>
    reading.ok && reading.offer.network.family === session.family ? [reading.offer] : [],
  )
  const atomic = readAmount(amount, 0)
  const offer = preferredOffer(usable, usdc, {
    chosenNetwork,
    atomic: typeof atomic === 'number' ? atomic : 0,
  })
  const reading = readAmount(amount, offer?.minimumAtomic ?? 0)
  const held = offer === undefined ? undefined : usdc[offer.network.id]
  const isLocal = local?.chains.some(({ network }) => network.id === offer?.network.id) === true
  const isGift = isLocal && session.kind === 'practice' && held === 0n
  const isShort = typeof held === 'bigint' && typeof reading === 'number' && held < BigInt(reading)

  const check = async () => {
    setShowProblem(true)
    if (offer === undefined || typeof reading !== 'number' || isChecking) return
    setIsChecking(true)
    await checkTopUp(wallet, offer.network.id, reading)
    setIsChecking(false)
  }

  return (
    <StepFrame
      title="Add balance"
      actions={
        <>
          <Button
            variant={isShort ? 'plain' : 'primary'}
            disabled={held === undefined || isShort}
            aria-disabled={isChecking}
            aria-describedby={isShort ? shortId : undefined}
            onClick={() => void check()}
          >
            {isChecking && <Spinner />} Top up
          </Button>
          <ReturnButton variant="plain" />
          <span className="text-xs text-text-3">
            You review it next, and sign once. No network fee.
          </span>
        </>
      }
    >
      <WalletLine session={session} />
      {flow.step === 'choose' && flow.notice !== undefined && (
        <FlowNoticeView notice={flow.notice} />
      )}
      {requirements !== undefined && 'failure' in requirements && (
        <AreaFailure
          failure={requirements.failure}
          actions={<RetryButton failure={requirements.failure} />}
        />
      )}
      {requirements === undefined && isLoadingRequirements && (
        <output className="flex items-center gap-2 text-sm text-text-2">
          <Spinner /> Loading payment options
        </output>
      )}
      {requirements !== undefined && 'required' in requirements && (
        <>
          <AmountField
            value={amount}
            onChange={(next) => wallet.view.setState({ amount: next })}
            problem={
              showProblem && typeof reading === 'object' ? amountProblemText(reading) : undefined
            }
            leastMicroUsd={offer?.minimumAtomic ?? 0}
          />
          {usable.length > 0 ? (
            <OfferList
              offers={usable}
              usdc={usdc}
              chosen={offer?.network.id}
              onChoose={(id) => wallet.view.setState({ chosenNetwork: id })}
            />
          ) : (
            <p className="text-sm text-warn">
              No payment option for {session.family === 'evm' ? 'Ethereum' : 'Solana'} wallets.
              Disconnect and connect another.
            </p>
          )}
        </>
      )}
      {isShort && !isGift && offer !== undefined && typeof held === 'bigint' && (
        <p id={shortId} className="text-sm text-warn">
          The wallet has {formatMicroUsd(Number(held))} in USDC, less than the amount.{' '}
          {isLocal
            ? 'Get test USDC first.'
            : `Lower the amount, or send USDC on ${offer.network.name} to the wallet.`}
        </p>
      )}
      {isShort && !isLocal && (
        <p>
          <Button onClick={() => void readUsdc(wallet)}>Check wallet balance</Button>
        </p>
      )}
      {isLocal && (isShort || isGift) && offer !== undefined && (
        <FaucetButton address={session.address} network={offer.network} isGift={isGift} />
      )}
    </StepFrame>
  )
}

/** Asks how top-ups are paid, never before the API allows it. */
function RetryButton({ failure }: { failure: Failure }) {
  const waitMs = useWait('retryAtMs' in failure ? failure.retryAtMs : undefined)
  return (
    <Button disabled={waitMs > 0} onClick={() => void loadRequirements(wallet, 0)}>
      {waitMs > 0 ? `Retry in ${formatDuration(Math.ceil(waitMs / 1000) * 1000)}` : 'Retry'}
    </Button>
  )
}

const AMOUNTS = ['5', '10', '25', '50'] as const

interface AmountFieldProps {
  /** As written, USD. */
  value: string
  onChange: (value: string) => void
  problem: string | undefined
  leastMicroUsd: number
}

function AmountField({ value, onChange, problem, leastMicroUsd }: AmountFieldProps) {
  const id = useId()
  const least = formatMicroUsd(Math.max(leastMicroUsd, MIN_TOP_UP_MICRO_USD))
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Amount"
          options={AMOUNTS.map((amount) => ({ value: amount, label: `$${amount}` }))}
          value={AMOUNTS.find((amount) => amount === value)}
          onChange={onChange}
        />
        <label htmlFor={id} className="flex items-center gap-2 text-sm text-text-2">
          Other amount (USD)
          <input
            id={id}
            inputMode="decimal"
            value={value}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => onChange(event.target.value)}
            className="w-24 field font-mono"
          />
        </label>
      </div>
      <p
        id={`${id}-hint`}
        className={problem === undefined ? 'text-xs text-text-3' : 'text-xs text-bad'}
      >
        {problem ?? `From ${least} to ${formatMicroUsd(MAX_TOP_UP_MICRO_USD)}.`}
      </p>
    </div>
  )
}

interface OfferListProps {
  /** The ways to pay that this wallet can sign. */
  offers: readonly PaymentOffer[]
  usdc: Readonly<Record<string, bigint | 'unreadable'>>
  chosen: string | undefined
  onChoose: (networkId: string) => void
}

function OfferList({ offers, usdc, chosen, onChoose }: OfferListProps) {
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

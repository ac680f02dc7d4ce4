import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import {
  allowedNetworks,
  loadRequirements,
  readUsdc,
  CHOOSE_TERMS_AGE_MS,
} from '../../../core/wallet/state/requirements.ts'
import { checkTopUp } from '../../../core/wallet/state/top-up.ts'
import { amountProblemText } from '../../../core/wallet/top-up/problem-text.ts'
import { preferredOffer, readAmount, readOffers } from '../../../core/wallet/top-up/top-up-draft.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { useWait } from '../../../ui/hooks/use-wait.ts'
import { useLocalChains } from '../use-local-chains.ts'
import { AmountField } from './amount-field.tsx'
import { AreaFailure } from './area-failure.tsx'
import { FaucetButton } from './faucet-button.tsx'
import { FlowNoticeView } from './flow-notice.tsx'
import { OfferList } from './offer-list.tsx'
import { ReturnButton } from './return-button.tsx'
import { StepFrame } from './step-frame.tsx'
import { WalletLine } from './wallet-line.tsx'

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
      {isShort && offer !== undefined && typeof held === 'bigint' && (
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
      {isLocal && (session.kind === 'practice' || isShort) && offer !== undefined && (
        <FaucetButton address={session.address} network={offer.network} isNext={isShort} />
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

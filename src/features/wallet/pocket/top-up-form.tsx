import { type FormEvent, useId, useState } from 'react'
import { useStore } from 'zustand'

import { diemFirstText, diemHeld, holdsBackTopUp } from '../../../core/client/account/diem.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { mostToTopUp, topUpFromPocket } from '../../../core/wallet/pocket/funding/top-up.ts'
import { allowedNetworks, loadRequirements } from '../../../core/wallet/state/requirements.ts'
import { readOffers } from '../../../core/wallet/top-up/top-up-draft.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { NumberField } from '../../../ui/controls/slider-field.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'

const USD = 1_000_000

interface TopUpFormProps {
  account: PocketAccount
  onChainMicroUsd: number
  /** What was topped up within 24 hours. */
  topUpsMicroUsd: number
  isNext: boolean
}

/** Tops up from the account at one press: it signs by itself what is shown here. */
export function TopUpForm({ account, onChainMicroUsd, topUpsMicroUsd, isNext }: TopUpFormProps) {
  const { requirements, balances } = useStore(wallet.view)
  const [typed, setTyped] = useState<number | undefined>()
  const [isRunning, setRunning] = useState(false)
  const hintId = useId()
  const offer =
    requirements !== undefined && 'required' in requirements
      ? readOffers(requirements, allowedNetworks(wallet)).find(
          (reading) => reading.ok && reading.offer.network.id === account.networkId,
        )
      : undefined
  if (offer?.ok !== true)
    return (
      <p className="flex items-center gap-2 text-sm text-text-2">
        {requirements === undefined ? (
          <>
            <Spinner /> Loading payment options
          </>
        ) : 'required' in requirements ? (
          'No payment option for this network.'
        ) : (
          <>
            {requirements.failure.message}
            <Button onClick={() => void loadRequirements(wallet, 0)}>Try again</Button>
          </>
        )}
      </p>
    )
  const microDiem = diemHeld(balances)
  if (holdsBackTopUp(microDiem))
    return <p className="text-sm text-text-2">{diemFirstText(microDiem)}</p>
  const { minimumAtomic, payTo } = offer.offer
  const leftToday = Math.max(0, account.limits.dailyMicroUsd - topUpsMicroUsd)
  const most = mostToTopUp(account, { onChainMicroUsd, topUpsMicroUsd })
  if (most < minimumAtomic)
    return (
      <p className="text-sm text-text-2">
        This API accepts {formatMicroUsd(minimumAtomic)} or more.{' '}
        {leftToday < onChainMicroUsd
          ? `${formatMicroUsd(leftToday)} left of the daily limit: raise it below, or wait.`
          : 'Fund the account first.'}
      </p>
    )
  const amount = typed === undefined ? most : Math.round(typed * USD)
  const problem =
    amount > onChainMicroUsd
      ? `The account has ${formatMicroUsd(onChainMicroUsd)} in USDC. Fund it first.`
      : amount > leftToday
        ? `${formatMicroUsd(leftToday)} left of the daily limit. Raise it below to top up more.`
        : amount < minimumAtomic
          ? `This API accepts ${formatMicroUsd(minimumAtomic)} or more.`
          : undefined
  const topUp = async (event: FormEvent) => {
    event.preventDefault()
    if (problem !== undefined || isRunning) return
    setRunning(true)
    await topUpFromPocket(wallet, account.networkId, amount)
    setRunning(false)
  }
  return (
    <form noValidate onSubmit={(event) => void topUp(event)} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="text-text-3">
            $
          </span>
          <NumberField
            label="Top-up amount"
            min={0}
            step={0.01}
            value={amount / USD}
            onChange={setTyped}
            invalid={problem !== undefined}
            describedBy={hintId}
            className="w-24"
          />
        </span>
        <Button
          type="submit"
          variant={isNext ? 'primary' : 'plain'}
          disabled={problem !== undefined}
          aria-disabled={isRunning}
        >
          {isRunning && <Spinner />} Top up
        </Button>
      </div>
      <p
        id={hintId}
        className={problem === undefined ? 'text-xs text-text-3' : 'text-xs text-warn'}
      >
        {problem ??
          `Signed without a prompt. It can be spent at ${new URL(account.origin).host} only, and can't be sent back.`}
      </p>
      <p className="text-xs text-text-3">
        Recipient: <span className="font-mono break-all">{payTo}</span>
      </p>
    </form>
  )
}

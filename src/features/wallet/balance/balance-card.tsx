import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { diemHeld, formatDiem, holdsBackTopUp } from '../../../core/client/account/diem.ts'
import { rateLimitsOptions } from '../../../core/client/queries/rate-limits.ts'
import { formatBalance, formatMicroUsd } from '../../../core/format/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import type { BalanceReading } from '../../../core/storage/payments/payment-database.ts'
import { dailyCharges } from '../../../core/wallet/balance/spending.ts'
import { shortAddress } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/balances.ts'
import { refreshBalance } from '../../../core/wallet/state/sign-in.ts'
import type { WalletStep } from '../../../core/wallet/state/top-up.ts'
import { client, useBalance } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SignInProblem } from '../steps/sign-in-step.tsx'
import { StartChatting } from '../steps/step-frame.tsx'

const sources: Record<BalanceReading['source'], string> = {
  answer: 'From the last response',
  balance: 'Refreshed',
  'top-up': 'From the top-up',
}

interface BalanceCardProps {
  owner: Owner | undefined
  step: WalletStep
}

/** The balance as last known, with its age and where it is from, and what it is for. */
export function BalanceCard({ owner, step }: BalanceCardProps) {
  const { balances, signedIn, isSigningIn, signInTrouble, flow } = useStore(wallet.view)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const reserved = useStore(client.accounts.current, (account) => account.reservedMicroUsd)
  const reading = useBalance()
  // A key is asked for nothing but this request.
  const asked = useQuery(rateLimitsOptions(client, connection), queryClient)
  const latest = balances.at(-1)
  const now = useMinute()
  const paidBy = connection?.credential
  const isKey = owner === undefined && paidBy?.kind === 'api-key'
  const ofAccount = useStore(client.accounts.current, (account) => account.microDiem)
  const microDiem = owner === undefined ? ofAccount : diemHeld(balances)
  const { microUsd, at } = (owner === undefined ? reading : latest) ?? {}
  const unknown = isKey
    ? asked.isError
      ? 'Not reported by this API'
      : 'Loading'
    : owner === undefined
      ? 'Connect a wallet'
      : 'Sign in to see it'
  const isChosen = flow.step === 'choose'
  const isLoading = isKey && microUsd === undefined && !asked.isError
  return (
    <section
      aria-labelledby="balance-heading"
      className="flex flex-col gap-3 rounded-lg bg-surface-1 p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 id="balance-heading" className="text-sm font-semibold">
          Balance
        </h2>
        <span className="font-mono text-xs text-text-3">
          {isKey ? paidBy.label : owner && `wallet ${shortAddress(owner.session.address)}`}
        </span>
      </div>
      <div>
        <output aria-label="Balance" className="block">
          {microUsd === undefined ? (
            <span className="flex min-h-[2.1rem] items-center text-text-3">{unknown}</span>
          ) : (
            <span
              className="text-xl font-semibold text-money tabular-nums"
              title={formatMicroUsd(microUsd)}
            >
              {formatBalance(microUsd)}
            </span>
          )}
          {microDiem !== undefined && microDiem > 0 && (
            <span className="ml-2 font-mono text-sm text-text-2">+ {formatDiem(microDiem)}</span>
          )}
          {reserved > 0 && (
            <span className="ml-2 font-mono text-sm text-text-2">
              {formatMicroUsd(reserved)} reserved
            </span>
          )}
        </output>
        <p className="flex min-h-8 items-center justify-between gap-2 text-xs text-text-3">
          {at !== undefined && (
            <span>
              {owner === undefined ? 'Read' : latest && `${sources[latest.source]},`}{' '}
              {ageWords(Math.max(0, now - at))}
            </span>
          )}
          {owner !== undefined && signedIn !== undefined && (
            <Button
              variant="ghost"
              title="Requires a signature"
              className="-mr-2.5 ml-auto"
              aria-disabled={isSigningIn}
              onClick={() => void refreshBalance(wallet)}
            >
              Refresh
            </Button>
          )}
        </p>
      </div>
      {owner !== undefined && balances.length > 0 && (
        <DailyCharges charges={dailyCharges(balances, now)} />
      )}
      {step === 'Ready' &&
        isChosen &&
        owner?.session.kind !== 'pocket' &&
        !holdsBackTopUp(microDiem ?? 0) && (
          <Button className="self-start" onClick={() => wallet.view.setState({ isAdding: true })}>
            Top up
          </Button>
        )}
      {step !== 'Ready' &&
        isChosen &&
        owner?.session.kind !== 'pocket' &&
        (isLoading || (microUsd !== undefined && microUsd > 0)) && (
          // The room of the button is there while the balance is being read.
          <p className={isLoading ? 'invisible' : undefined}>
            <StartChatting variant="plain" />
          </p>
        )}
      {owner !== undefined && signedIn !== undefined && signInTrouble !== undefined && (
        <SignInProblem trouble={signInTrouble} />
      )}
    </section>
  )
}

function DailyCharges({ charges }: { charges: readonly number[] }) {
  const total = charges.reduce((sum, one) => sum + one, 0)
  if (total === 0) return <p className="text-xs text-text-3">No charges yet</p>
  const most = Math.max(...charges)
  return (
    <figure className="flex flex-col gap-1">
      <svg
        viewBox={`0 0 ${charges.length * 10} 24`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Charges of the last ${charges.length} days: ${formatMicroUsd(total)}`}
        className="h-8 w-full"
      >
        {charges.map((charge, day) => {
          // A day without a charge is a line on the floor.
          const height = charge === 0 ? 1 : Math.max(2, (charge / most) * 24)
          return (
            <rect
              key={day}
              x={day * 10}
              y={24 - height}
              width={8}
              height={height}
              fill="var(--money)"
              opacity={charge === 0 ? 0.4 : 1}
            />
          )
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-text-3">
        <span>Last {charges.length} days</span>
        <span className="font-mono">{formatMicroUsd(total)} charged</span>
      </figcaption>
    </figure>
  )
}

function ageWords(ms: number): string {
  return ms < 60_000 ? 'just now' : `${formatDuration(Math.floor(ms / 60_000) * 60_000)} ago`
}

/** Unix ms, anew every half minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

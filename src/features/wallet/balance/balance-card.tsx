import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { formatDuration } from '../../../core/format/duration.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import type { BalanceReading } from '../../../core/storage/payments/payment-database.ts'
import { keyDiem } from '../../../core/wallet/balance/key-diem.ts'
import { stepPath } from '../../../core/wallet/balance/step-path.ts'
import { shortAddress } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import { refreshBalance } from '../../../core/wallet/state/sign-in.ts'
import { useBalance } from '../../../page/balance.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SignInProblem } from '../steps/sign-in-step.tsx'

const sources: Record<BalanceReading['source'], string> = {
  answer: 'From the last response',
  balance: 'Refreshed',
  'top-up': 'From the top-up',
}

/** The balance as last known, with its age and where it is from. */
export function BalanceCard({ owner }: { owner: Owner | undefined }) {
  const { balances, signedIn, isSigningIn, signInTrouble } = useStore(wallet.view)
  const reading = useBalance()
  const paidBy = useStore(client.connections.store, ({ connection }) => connection?.credential)
  const latest = balances.at(-1)
  const now = useMinute()
  const isKey = owner === undefined && paidBy?.kind === 'api-key'
  const diemOfKey = useStore(client.exchanges.store, ({ byId, order }) =>
    isKey ? keyDiem(order.flatMap((id) => byId[id] ?? [])) : undefined,
  )
  const microDiem = owner === undefined ? diemOfKey : latest?.microDiem
  const microUsd = (owner === undefined ? reading : latest)?.microUsd
  const at = (owner === undefined ? reading : latest)?.at
  return (
    <section aria-labelledby="balance-heading" className="flex flex-col gap-2">
      <h2 id="balance-heading" className="text-sm font-semibold">
        Balance
      </h2>
      <p className="-mt-2 font-mono text-xs text-text-3">
        {isKey ? paidBy.label : owner && `wallet ${shortAddress(owner.session.address)}`}
      </p>
      <output aria-label="Balance" className="block">
        {microUsd === undefined ? (
          <span className="text-text-3">Not known yet</span>
        ) : (
          <span className="font-mono text-[1.75rem] leading-tight font-semibold">
            {formatMicroUsd(microUsd)}
          </span>
        )}
        {microDiem !== undefined && (
          <span className="ml-2 font-mono text-sm text-text-2">
            + {formatMicroUsd(microDiem).replace('$', '')} DIEM
          </span>
        )}
      </output>
      {at !== undefined && (
        <p className="text-xs text-text-3">
          {owner === undefined ? sources.answer : latest && sources[latest.source]},{' '}
          {ageWords(Math.max(0, now - at))}
        </p>
      )}
      {owner !== undefined && latest?.source === 'answer' && (
        <p className="text-xs text-text-3">
          Estimated: the balance before the stream minus its reported cost. Refresh to confirm.
        </p>
      )}
      {/* One change is no course: the figure says it. */}
      {owner !== undefined && balances.length > 2 && <Sparkline readings={balances} />}
      {owner === undefined ? (
        <p className="text-xs text-text-3">
          {isKey
            ? 'Balance before the last request, minus its cost.'
            : 'Connect and sign in to see the balance of a wallet.'}
        </p>
      ) : (
        signedIn !== undefined && (
          <div className="flex flex-wrap items-center gap-2">
            <Button aria-disabled={isSigningIn} onClick={() => void refreshBalance(wallet)}>
              Refresh
            </Button>
            <span className="text-xs text-text-3">Requires a signature</span>
          </div>
        )
      )}
      {owner !== undefined && signedIn !== undefined && signInTrouble !== undefined && (
        <SignInProblem trouble={signInTrouble} />
      )}
    </section>
  )
}

const WIDTH = 300
const HEIGHT = 48

/** The balance, a step for each reading, the latest at the right. */
function Sparkline({ readings }: { readings: readonly BalanceReading[] }) {
  const first = readings[0]
  const last = readings.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Balance history: ${formatMicroUsd(first.microUsd)} to ${formatMicroUsd(last.microUsd)}`}
      className="w-full"
    >
      <path
        d={stepPath(readings, WIDTH, HEIGHT)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
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

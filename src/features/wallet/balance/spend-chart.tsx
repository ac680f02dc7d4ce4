import type { Transaction } from '../../../../contract/wallet/transactions.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { type Spend, spendByDay, spendByModel } from '../../../core/wallet/balance/spend.ts'

/** Days and models that are shown at most. */
const MAX_DAYS = 14
const MAX_MODELS = 6

/** What the loaded charges went on: by day and by model. Nothing before the first charge. */
export function SpendChart({ transactions }: { transactions: readonly Transaction[] }) {
  const days = spendByDay(transactions).slice(-MAX_DAYS)
  if (days.length === 0) return null
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Bars title="Spent by day" rows={days} />
      <Bars title="Spent by model" rows={spendByModel(transactions).slice(0, MAX_MODELS)} />
    </div>
  )
}

function Bars({ title, rows }: { title: string; rows: readonly Spend[] }) {
  const most = Math.max(...rows.map(({ microUsd }) => microUsd), 1)
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-xs text-text-3">{title}</h3>
      <ul className="flex flex-col gap-1 text-xs">
        {rows.map(({ name, microUsd }) => (
          <li key={name} className="grid grid-cols-[8rem_minmax(0,1fr)_auto] items-center gap-2">
            <span className="truncate font-mono" title={name}>
              {name}
            </span>
            <svg
              viewBox="0 0 100 6"
              preserveAspectRatio="none"
              aria-hidden
              className="h-1.5 w-full"
            >
              <rect width={Math.max(1, (microUsd / most) * 100)} height="6" fill="var(--money)" />
            </svg>
            <span className="font-mono">{formatMicroUsd(microUsd)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

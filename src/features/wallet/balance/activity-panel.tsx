import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { formatMicroUsd } from '../../../core/format/money.ts'
import { listConversations } from '../../../core/storage/conversations/conversations.ts'
import { listLabels } from '../../../core/storage/conversations/labels.ts'
import {
  dayOf,
  daysBefore,
  type DaySpending,
  listSpending,
} from '../../../core/storage/spending/spending.ts'
import {
  type ActivityDay,
  activityDays,
  chargesOf,
  spendingBy,
  spendingCsv,
  type SpendingGroup,
  spendingSince,
  transactionsCsv,
} from '../../../core/wallet/balance/spending.ts'
import type { Owner } from '../../../core/wallet/state/balances.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { saveFile } from '../../../ui/files.ts'
import { AreaFailure } from '../steps/area-failure.tsx'
import { Differences } from './differences.tsx'
import { PaymentRow, TransactionRow, useTransactions, WhyOnce } from './payment-row.tsx'
import { SpendingTable } from './spending-table.tsx'

type Filter = 'all' | 'charges' | 'payments' | 'transactions'

const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'charges', label: 'Charges' },
  { value: 'payments', label: 'Payments' },
  { value: 'transactions', label: 'Transactions' },
]

const RANGES = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '', label: 'All time' },
]

/** Payments that are drawn at most. */
const MAX_PAYMENTS = 100

/** What happened to the money: payments of this browser, what requests cost, and the wallet's transactions. */
export function ActivityPanel({ owner }: { owner: Owner | undefined }) {
  const { payments, isUnreadable } = useStore(wallet.payments)
  const isSignedIn = useStore(wallet.view, ({ signedIn }) => signedIn !== undefined)
  const transactions = useTransactions(owner)
  const known = useSpending()
  const [filter, setFilter] = useState<Filter>('all')
  const [group, setGroup] = useState<SpendingGroup>('day')
  const [range, setRange] = useState('30')
  const canList = owner !== undefined && isSignedIn
  if (known === undefined) return null
  const { titles, readAt: now } = known
  const days = range === '' ? undefined : Number(range)
  const spending = spendingSince(known.rows, days, now)
  const own = (payments ?? []).filter(
    ({ origin }) => owner === undefined || origin === owner.origin,
  )
  const listed = transactions.loaded?.rows ?? []
  const isTimed = filter === 'all' || filter === 'charges'
  const first = isTimed && days !== undefined ? daysBefore(now, days - 1) : ''
  const shown = activityDays(
    filter === 'transactions' && owner !== undefined
      ? chargesOf(listed, owner.connection)
      : filter === 'all'
        ? spending
        : [],
    filter === 'transactions' ? [] : own.slice(0, MAX_PAYMENTS),
    filter === 'payments' ? [] : listed,
  ).filter(({ day }) => day >= first)
  const csv =
    filter === 'transactions'
      ? listed.length > 0 && { name: 'transactions', text: () => transactionsCsv(listed) }
      : filter !== 'payments' &&
        spending.length > 0 && {
          name: `spending-${dayOf(now)}`,
          text: () => spendingCsv(spending, titles),
        }
  const total = spending.reduce((sum, { microUsd }) => sum + microUsd, 0)
  // The sum of one day stands beside that day.
  const isSummed = total > 0 && spending.some(({ day }) => day !== spending[0]?.day)
  return (
    <>
      <Differences transactions={transactions.loaded} />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Show"
          options={canList ? FILTERS : FILTERS.slice(0, -1)}
          value={filter}
          onChange={setFilter}
        />
        {isTimed && (
          <Select aria-label="Range" value={range} options={RANGES} onChange={setRange} />
        )}
        {isTimed && isSummed && (
          <p className="text-sm text-text-2" title="USD and DIEM: 1 DIEM counts as $1">
            Spent <span className="font-mono text-money">{formatMicroUsd(total)}</span>
          </p>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {transactions.state === 'loading' && <Spinner />}
          {canList && filter !== 'payments' && filter !== 'charges' && (
            <Button
              title="Requires a signature"
              aria-disabled={transactions.state === 'loading'}
              onClick={() => transactions.load(0)}
            >
              {transactions.loaded === undefined ? 'Show transactions' : 'Refresh transactions'}
            </Button>
          )}
          {csv !== false && (
            <Button
              onClick={() =>
                saveFile(`${csv.name}.csv`, new Blob([csv.text()], { type: 'text/csv' }))
              }
            >
              Export CSV
            </Button>
          )}
        </span>
      </div>
      {isUnreadable && (
        <p className="text-sm text-bad">Storage is blocked, so you can't pay from this browser.</p>
      )}
      {known.isUnreadable && (
        <p className="text-sm text-text-3">Storage is blocked, so spending isn't counted.</p>
      )}
      {(transactions.loaded?.unreadable ?? 0) > 0 && (
        <p className="text-sm text-bad">
          {`Couldn't read ${transactions.loaded?.unreadable} transactions: they aren't listed, and charges aren't compared.`}
        </p>
      )}
      {typeof transactions.state === 'object' && <AreaFailure failure={transactions.state} />}
      {filter === 'charges' ? (
        <SpendingTable
          group={group}
          onGroup={setGroup}
          rows={spending}
          titles={titles}
          days={days}
          now={now}
        />
      ) : (
        <>
          {filter === 'transactions' && listed.length > 0 && owner !== undefined && (
            <p className="text-sm text-text-2">
              {spendingBy('model', chargesOf(listed, owner.connection), titles)
                .map(({ name, microUsd }) => `${name} ${formatMicroUsd(microUsd)}`)
                .join(' · ')}
            </p>
          )}
          <Days days={shown} owner={owner} />
          {shown.length === 0 && <p className="text-sm text-text-3">{EMPTY[filter]}</p>}
          {transactions.loaded?.hasMore === true && filter !== 'payments' && (
            <p>
              <Button
                title="Requires a signature"
                aria-disabled={transactions.state === 'loading'}
                onClick={() =>
                  transactions.load(listed.length + (transactions.loaded?.unreadable ?? 0))
                }
              >
                Show older
              </Button>
            </p>
          )}
        </>
      )}
      <WhyOnce payments={own} />
    </>
  )
}

const EMPTY: Record<Exclude<Filter, 'charges'>, string> = {
  all: 'No activity yet. Payments and what requests cost are listed here, in this browser only.',
  payments: 'No payments yet',
  transactions: 'Each page of transactions requires a signature.',
}

function Days({ days, owner }: { days: readonly ActivityDay[]; owner: Owner | undefined }) {
  return (
    <ul aria-label="Activity" className="flex flex-col gap-3 empty:hidden">
      {days.map(({ day, microUsd, estimatedMicroUsd, rows }) => (
        <li key={day}>
          <h3
            className={cx(
              'flex items-baseline justify-between gap-2 py-1 text-xs text-text-3',
              // A day of requests alone is a line like others, not the head of nothing.
              rows.length > 0 && 'border-b',
            )}
          >
            <time dateTime={day} className="font-mono">
              {day}
            </time>
            {microUsd !== 0 && (
              <span>
                Spent{' '}
                <span className="font-mono text-money">
                  {estimatedMicroUsd > 0 && '≈ '}
                  {formatMicroUsd(microUsd)}
                </span>
              </span>
            )}
          </h3>
          <ul className="empty:hidden">
            {rows.map((row) =>
              row.kind === 'payment' ? (
                <PaymentRow
                  key={row.payment.id}
                  payment={row.payment}
                  isShown={row.payment.wallet === owner?.session.address}
                />
              ) : (
                <TransactionRow key={row.transaction.id} transaction={row.transaction} />
              ),
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}

interface KnownSpending {
  rows: readonly DaySpending[]
  titles: ReadonlyMap<string, string>
  isUnreadable?: true
  /** Unix ms. */
  readAt: number
}

function useSpending(): KnownSpending | undefined {
  const [known, setKnown] = useState<KnownSpending>()
  useEffect(() => {
    const read = () =>
      void readSpending().then(setKnown, () =>
        setKnown(
          (before) =>
            before ?? { rows: [], titles: new Map(), isUnreadable: true, readAt: Date.now() },
        ),
      )
    read()
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])
  return known
}

async function readSpending(): Promise<KnownSpending> {
  const rows = await listSpending()
  // Without the names, amounts are still right.
  const [conversations, labels] = await Promise.all([
    listConversations().catch(() => []),
    listLabels().catch(() => undefined),
  ])
  const titles = conversations.map(({ id, title }): [string, string] => [
    id,
    labels?.get(id)?.name ?? (title.trim() || 'Untitled'),
  ])
  return { rows, titles: new Map(titles), readAt: Date.now() }
}

import { useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import {
  TRANSACTIONS_PAGE_SIZE,
  type Transaction,
} from '../../../../contract/wallet/transactions.ts'
import { walletTransactions } from '../../../core/client/wallet/wallet-transactions.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatDateTime } from '../../../core/format/time.ts'
import { transactionsCsv } from '../../../core/wallet/balance/transactions-csv.ts'
import { walletCredential } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { AreaFailure } from '../steps/area-failure.tsx'
import { SpendChart } from './spend-chart.tsx'

/** Every transaction of the wallet, a page at a time: each page is one signature. */
export function TransactionsPanel({ owner }: { owner: Owner }) {
  const isSignedIn = useStore(wallet.view, (area) => area.signedIn !== undefined)
  const [loaded, setLoaded] = useState<{ rows: readonly Transaction[]; hasMore: boolean }>()
  const [state, setState] = useState<'loading' | Failure>()
  const load = async (offset: number) => {
    if (state === 'loading') return
    setState('loading')
    const { connection, session } = owner
    const page = await walletTransactions(
      client,
      { ...connection, credential: walletCredential(wallet, session, connection) },
      session.address,
      { limit: TRANSACTIONS_PAGE_SIZE.default, offset },
      new AbortController().signal,
    )
    if ('message' in page) return setState(page)
    setState(undefined)
    setLoaded((before) => ({
      rows: offset === 0 ? page.transactions : merged(before?.rows ?? [], page.transactions),
      hasMore: page.hasMore,
    }))
  }
  if (!isSignedIn) return null
  return (
    <section aria-labelledby="transactions-heading" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="transactions-heading" className="mr-auto text-lg font-semibold">
          Transactions
        </h2>
        {state === 'loading' && <Spinner />}
        <Button aria-disabled={state === 'loading'} onClick={() => void load(0)}>
          {loaded === undefined ? 'Show transactions' : 'Refresh transactions'}
        </Button>
        {loaded !== undefined && loaded.rows.length > 0 && (
          <Button onClick={() => download(transactionsCsv(loaded.rows))}>Export CSV</Button>
        )}
      </div>
      {typeof state === 'object' && <AreaFailure failure={state} />}
      {loaded === undefined ? (
        <p className="text-sm text-text-3">Each page of this list requires a signature.</p>
      ) : loaded.rows.length === 0 ? (
        <p className="text-sm text-text-3">No transactions yet</p>
      ) : (
        <>
          <SpendChart transactions={loaded.rows} />
          <div className="overflow-x-auto">
            <TransactionsTable rows={loaded.rows} />
          </div>
          {loaded.hasMore && (
            <p>
              <Button
                aria-disabled={state === 'loading'}
                onClick={() => void load(loaded.rows.length)}
              >
                Show older
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  )
}

const types: Record<string, string> = { TOP_UP: 'Top-up', CHARGE: 'Charge', REFUND: 'Refund' }

function TransactionsTable({ rows }: { rows: readonly Transaction[] }) {
  return (
    <table aria-label="Transactions" className="w-full text-sm">
      <thead>
        <tr className="border-b text-left text-xs text-text-3">
          <th className="py-1 pr-4 font-normal">Time</th>
          <th className="pr-4 font-normal">Type</th>
          <th className="pr-4 font-normal">Model</th>
          <th className="pr-4 text-right font-normal">Amount</th>
          <th className="text-right font-normal">Balance</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, createdAt, type, modelId, amount, balanceAfter }) => (
          <tr key={id} className="border-b last:border-b-0">
            <td className="py-1.5 pr-4 whitespace-nowrap">
              <time dateTime={createdAt}>{shownTime(createdAt)}</time>
            </td>
            <td className="pr-4">{types[type] ?? type}</td>
            <td className="pr-4 font-mono text-xs">{modelId ?? ''}</td>
            <td className={`pr-4 text-right font-mono ${amount > 0 ? 'text-good' : ''}`}>
              {amount > 0 && '+'}
              {money(amount)}
            </td>
            <td className="text-right font-mono text-text-2">
              {balanceAfter === undefined ? '' : money(balanceAfter)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Older rows behind the newer ones; a transaction that came in between puts no row into both pages. */
function merged(before: readonly Transaction[], older: readonly Transaction[]): Transaction[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...older.filter(({ id }) => !known.has(id))]
}

function money(usd: number): string {
  const micro = microUsdFrom(usd)
  return micro === undefined ? String(usd) : formatMicroUsd(micro)
}

function shownTime(iso: string): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? iso : formatDateTime(at)
}

function download(csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'transactions.csv'
  link.click()
  URL.revokeObjectURL(url)
}

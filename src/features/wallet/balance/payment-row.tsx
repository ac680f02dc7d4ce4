import { useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { type Transaction, TRANSACTIONS_PAGE_SIZE } from '../../../../contract/wallet/balance.ts'
import type { ReadTransactions } from '../../../core/client/account/ledger.ts'
import { walletTransactions } from '../../../core/client/wallet/wallet-reads.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatClock, formatDateTime } from '../../../core/format/units.ts'
import { isOpen, type PaymentIntent } from '../../../core/storage/payments/payment-intent.ts'
import { walletCredential } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/balances.ts'
import { dispatch } from '../../../core/wallet/state/view-store.ts'
import { isUnsent } from '../../../core/wallet/top-up/follow-payment.ts'
import { paymentText } from '../../../core/wallet/top-up/payment-text.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { TransactionLink } from '../transaction-link.tsx'

const tones = {
  intent: 'neutral',
  signed: 'warn',
  sent: 'warn',
  credited: 'good',
  expired: 'neutral',
  review: 'bad',
} as const

const names = {
  intent: 'not signed',
  signed: 'signed',
  sent: 'pending',
  credited: 'credited',
  expired: 'not paid',
  review: 'needs review',
} as const

/** Its state in two words; one that could not leave yet is no more than signed. */
function stateName({ state, attempts }: PaymentIntent): string {
  const isWaiting = state === 'sent' && isUnsent(attempts.at(-1)?.error)
  return names[isWaiting ? 'signed' : state]
}

/** A payment of this browser, and every step of it. */
export function PaymentRow({ payment, isShown }: { payment: PaymentIntent; isShown: boolean }) {
  const chainStatus = useStore(wallet.payments, ({ chainStatuses }) => chainStatuses[payment.id])
  const { doing, meaning } = paymentText(payment, chainStatus)
  return (
    <li className="-mx-1 text-sm">
      <Disclosure
        summary={
          <span className="flex min-w-0 grow items-center gap-x-2 whitespace-nowrap">
            <span>Payment</span>
            <Badge tone={tones[payment.state]}>{stateName(payment)}</Badge>
            <span className="ml-auto font-mono">{formatMicroUsd(payment.amountMicroUsd)}</span>
            <span className="w-20 shrink-0" />
            <time
              dateTime={new Date(payment.createdAt).toISOString()}
              className="w-10 text-right text-xs text-text-3"
            >
              {formatClock(payment.createdAt)}
            </time>
          </span>
        }
      >
        <div className="flex flex-col gap-2 pr-1 pb-2 pl-6 text-xs text-text-2">
          <p>{doing}</p>
          {meaning !== '' && <p>{meaning}</p>}
          {payment.end?.transaction !== undefined && (
            <TransactionLink network={payment.network} transaction={payment.end.transaction} />
          )}
          <ol className="flex flex-col gap-0.5 font-mono">
            <li>{formatDateTime(payment.createdAt)} saved</li>
            {payment.signedAt !== undefined && (
              <li>{formatDateTime(payment.signedAt)} signed, 1 of 1</li>
            )}
            {payment.attempts.map((attempt) => (
              <li key={attempt.at}>
                {formatDateTime(attempt.at)} sent: {attempt.status ?? 'no response'}{' '}
                {attempt.error ?? ''}
              </li>
            ))}
            {payment.end !== undefined && (
              <li>
                {formatDateTime(payment.end.at)} {names[payment.end.state]}
              </li>
            )}
          </ol>
          {isOpen(payment) && isShown && (
            <Button
              onClick={() => dispatch(wallet.view, { type: 'resumed', paymentId: payment.id })}
            >
              Show
            </Button>
          )}
        </div>
      </Disclosure>
    </li>
  )
}

/** The reasons, with the figures of the payment log behind them. */
export function WhyOnce({ payments }: { payments: readonly PaymentIntent[] }) {
  const signed = payments.filter(({ signedAt }) => signedAt !== undefined).length
  const credited = payments.filter(({ state }) => state === 'credited').length
  const sends = payments.reduce((sum, { attempts }) => sum + attempts.length, 0)
  const open = payments.filter(isOpen).length
  return (
    <Disclosure
      summary={<span className="text-text-2">Why you can't be charged twice</span>}
      className="-mx-1 text-sm"
    >
      <div className="flex flex-col gap-2 px-1 py-2 text-xs text-text-2">
        <p className="font-mono">
          {signed} signed · {sends} sent · {credited} credited · {open} open
        </p>
        <ol className="list-decimal space-y-1 pl-4">
          <li>One signature pays at most once: the network itself rejects its reuse.</li>
          <li>It is saved to disk before it is sent, so a crash or a reload can't lose it.</li>
          <li>After a lost response, the same signed bytes are retried.</li>
          <li>While a payment is open, no other signature is requested.</li>
          <li>
            “Pay again” appears only when it's credited, or the network proves it never can be.
          </li>
          <li>Only one tab at a time pays from a wallet.</li>
        </ol>
      </div>
    </Disclosure>
  )
}

const types: Record<string, string> = { TOP_UP: 'Top-up', CHARGE: 'Charge', REFUND: 'Refund' }

/** A transaction of the wallet, and the balance after it. */
export function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { type, createdAt, modelId, amount, balanceAfter } = transaction
  const at = Date.parse(createdAt)
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-2 pl-5 text-sm whitespace-nowrap max-sm:py-1">
      <span className={modelId == null ? 'grow' : 'max-sm:grow'}>{types[type] ?? type}</span>
      {modelId != null && (
        <span className="min-w-0 grow basis-0 truncate font-mono text-xs text-text-2 max-sm:order-last max-sm:basis-full">
          {modelId}
        </span>
      )}
      <span className={`font-mono ${amount > 0 ? 'text-good' : ''}`}>
        {amount > 0 && '+'}
        {money(amount)}
      </span>
      <span title="Balance after" className="w-20 text-right font-mono text-xs text-text-3">
        {balanceAfter !== undefined && money(balanceAfter)}
      </span>
      <time dateTime={createdAt} className="w-10 text-right text-xs text-text-3">
        {Number.isNaN(at) ? createdAt : formatClock(at)}
      </time>
    </li>
  )
}

function money(usd: number): string {
  const micro = microUsdFrom(usd)
  return micro === undefined ? String(usd) : formatMicroUsd(micro)
}

/** The transactions of a wallet, a page at a time: each page is one signature, and one press. */
export function useTransactions(owner: Owner | undefined) {
  const [loaded, setLoaded] = useState<ReadTransactions>()
  const [state, setState] = useState<'loading' | Failure>()
  const load = async (offset: number) => {
    if (owner === undefined || state === 'loading') return
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
    setLoaded((before) => {
      const kept = offset === 0 ? [] : (before?.rows ?? [])
      // One that came in between puts no row into both pages.
      const ids = new Set(kept.map(({ id }) => id))
      return {
        rows: [...kept, ...page.transactions.filter(({ id }) => !ids.has(id))],
        unreadable: page.unreadable + (offset === 0 ? 0 : (before?.unreadable ?? 0)),
        hasMore: page.hasMore,
        readAt: offset === 0 ? Date.now() : (before?.readAt ?? 0),
      }
    })
  }
  return { loaded, state, load: (offset: number) => void load(offset) }
}

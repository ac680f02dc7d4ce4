import { useStore } from 'zustand'

import { formatMicroUsd } from '../../core/format/money.ts'
import { formatDateTime } from '../../core/format/time.ts'
import { isOpen, type PaymentIntent } from '../../core/storage/payments/payment-intent.ts'
import type { Owner } from '../../core/wallet/state/owner.ts'
import { dispatch } from '../../core/wallet/state/view-store.ts'
import { isUnsent } from '../../core/wallet/top-up/follow-payment.ts'
import { paymentText } from '../../core/wallet/top-up/payment-text.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { TransactionLink } from './transaction-link.tsx'

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

/** What this browser knows of every payment, and why none is made twice. */
export function PaymentLogPanel({ owner }: { owner: Owner | undefined }) {
  const { payments, isUnreadable } = useStore(wallet.payments)
  const own = (payments ?? []).filter(
    (payment) => owner === undefined || payment.origin === owner.origin,
  )
  return (
    <section aria-labelledby="payment-log-heading" className="flex flex-col gap-2">
      <h2 id="payment-log-heading" className="text-sm font-semibold">
        Payment log
      </h2>
      {isUnreadable ? (
        <p className="text-sm text-bad">Storage is blocked, so you can't pay from this browser.</p>
      ) : own.length === 0 ? (
        <p className="text-sm text-text-3">No payments yet</p>
      ) : (
        <ul>
          {own.slice(0, 8).map((payment) => (
            <PaymentLogRow
              key={payment.id}
              payment={payment}
              isShown={payment.wallet === owner?.session.address}
            />
          ))}
        </ul>
      )}
      <WhyOnce payments={own} />
    </section>
  )
}

function PaymentLogRow({ payment, isShown }: { payment: PaymentIntent; isShown: boolean }) {
  const chainStatus = useStore(wallet.payments, ({ chainStatuses }) => chainStatuses[payment.id])
  const { doing } = paymentText(payment, chainStatus)
  return (
    <li className="-mx-1 text-sm">
      <Disclosure
        summary={
          <span className="flex grow items-center gap-2">
            <span className="font-mono">{formatMicroUsd(payment.amountMicroUsd)}</span>
            <Badge tone={tones[payment.state]}>{stateName(payment)}</Badge>
            <time
              dateTime={new Date(payment.createdAt).toISOString()}
              className="ml-auto text-xs text-text-3"
            >
              {formatDateTime(payment.createdAt)}
            </time>
          </span>
        }
      >
        <div className="flex flex-col gap-2 px-1 pb-2 text-xs text-text-2">
          <p>{doing}</p>
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
function WhyOnce({ payments }: { payments: readonly PaymentIntent[] }) {
  const signed = payments.filter(({ signedAt }) => signedAt !== undefined).length
  const credited = payments.filter(({ state }) => state === 'credited').length
  const sends = payments.reduce((sum, { attempts }) => sum + attempts.length, 0)
  const open = payments.filter(isOpen).length
  return (
    <Disclosure
      summary={<span className="text-text-2">Why you can't be charged twice</span>}
      className="text-sm"
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

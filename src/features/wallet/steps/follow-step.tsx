import { useStore } from 'zustand'

import { networkOf } from '../../../../contract/wallet/networks.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { isOpen, type PaymentIntent } from '../../../core/storage/payments/payment-intent.ts'
import { dispatch } from '../../../core/wallet/state/view-store.ts'
import { paymentText } from '../../../core/wallet/top-up/payment-text.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { TransactionLink } from '../transaction-link.tsx'
import { ReturnButton, returnPath } from './return-button.tsx'
import { FactList, StepFrame } from './step-frame.tsx'

/** The last step: what has become of a signed payment, until it is certain. */
export function FollowStep({ paymentId }: { paymentId: string }) {
  const payment = useStore(wallet.payments, ({ payments }) =>
    payments?.find(({ id }) => id === paymentId),
  )
  const chainStatus = useStore(wallet.payments, ({ chainStatuses }) => chainStatuses[paymentId])
  const isUnwritable = useStore(wallet.payments, (state) => state.isUnwritable)
  if (payment === undefined) return null
  const words = paymentText(payment, chainStatus)
  if (isOpen(payment))
    return (
      <StepFrame title={words.title}>
        <output className="flex items-center gap-2">
          <Spinner /> {words.doing}
        </output>
        {isUnwritable && (
          <ErrorNotice title="The payment log cannot be written">
            The disk is full, or this browser refuses to store data. The signed payment was written
            down before it was sent, so it is not lost and cannot be made twice. Free some space: it
            goes on by itself.
          </ErrorNotice>
        )}
        <p className="max-w-prose text-text-2">{words.meaning}</p>
        <Facts payment={payment} />
        <p className="max-w-prose text-sm text-text-3">
          You may close this page: it is in the payment log of this browser and goes on when you
          come back. The same signed payment is sent again, never another.
        </p>
      </StepFrame>
    )
  if (payment.state === 'credited') return <Credited payment={payment} />
  return (
    <StepFrame
      title={words.title}
      actions={
        <Button variant="primary" onClick={() => dispatch(wallet.view, { type: 'done' })}>
          {payment.state === 'expired' ? 'Pay again' : 'Go on'}
        </Button>
      }
    >
      <ErrorNotice tone={payment.state === 'expired' ? 'warn' : 'bad'} title={words.doing}>
        {words.meaning}
      </ErrorNotice>
      <Facts payment={payment} />
    </StepFrame>
  )
}

function Credited({ payment }: { payment: PaymentIntent }) {
  const back = returnPath()
  const balance = payment.end?.state === 'credited' ? payment.end.balanceMicroUsd : 0
  return (
    <StepFrame
      title={`${formatMicroUsd(payment.amountMicroUsd)} credited`}
      actions={
        <>
          <ReturnButton variant="primary" />
          <Button
            variant={back === undefined ? 'primary' : 'plain'}
            onClick={() => dispatch(wallet.view, { type: 'done' })}
          >
            Done
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        Your credit is now{' '}
        <span className="font-mono font-semibold text-good">{formatMicroUsd(balance)}</span>.
        {back !== undefined && ' Your request waits where you left it; it is not sent by itself.'}
      </p>
      <Facts payment={payment} />
    </StepFrame>
  )
}

function Facts({ payment }: { payment: PaymentIntent }) {
  const network = networkOf(payment.network)
  const transaction = payment.end?.transaction
  const requestId = payment.attempts.findLast((attempt) => attempt.requestId)?.requestId
  return (
    <FactList
      label="Payment"
      facts={[
        {
          label: 'Amount',
          value: `${formatMicroUsd(payment.amountMicroUsd)} in USDC on ${network?.name ?? payment.network}`,
        },
        {
          label: 'Receiver',
          value: <span className="font-mono text-xs break-all">{payment.payTo}</span>,
        },
        ...(transaction === undefined
          ? []
          : [
              {
                label: 'Transaction',
                value: <TransactionLink network={payment.network} transaction={transaction} />,
              },
            ]),
        ...(requestId === undefined
          ? []
          : [
              {
                label: 'For support',
                value: (
                  <span className="flex items-center gap-1 font-mono text-xs">
                    {requestId}
                    <CopyButton text={requestId} label="Copy request ID" />
                  </span>
                ),
              },
            ]),
      ]}
    />
  )
}

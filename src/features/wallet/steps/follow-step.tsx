import { useStore } from 'zustand'

import { networkOf } from '../../../../contract/wallet/networks.ts'
import { formatBalance, formatMicroUsd } from '../../../core/format/money.ts'
import { isOpen, type PaymentIntent } from '../../../core/storage/payments/payment-intent.ts'
import { dispatch } from '../../../core/wallet/state/view-store.ts'
import { paymentText, type PaymentText } from '../../../core/wallet/top-up/payment-text.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorNotice, Spinner } from '../../../ui/feedback/states.tsx'
import { TransactionLink } from '../transaction-link.tsx'
import {
  CopyText,
  FactList,
  ReturnButton,
  returnPath,
  StartChatting,
  StepFrame,
} from './step-frame.tsx'

/** What has become of a signed payment, until it is certain; credited, it is the third step. */
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
          <ErrorNotice title="Can't write the payment log">
            Your signed payment is saved and can't be lost or made twice. Free up space to continue.
          </ErrorNotice>
        )}
        <p className="max-w-prose text-text-2">{words.meaning}</p>
        <Facts payment={payment} />
        <p className="max-w-prose text-sm text-text-3">
          You can close this page. The same signed payment resumes when you return, never another.
        </p>
      </StepFrame>
    )
  if (payment.state === 'credited') return <Credited payment={payment} words={words} />
  return (
    <StepFrame
      title={words.title}
      actions={
        <Button
          variant="primary"
          onClick={() => {
            dispatch(wallet.view, { type: 'done' })
            wallet.view.setState({ isAdding: true })
          }}
        >
          {payment.state === 'expired' ? 'Pay again' : 'Continue'}
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

function Credited({ payment, words }: { payment: PaymentIntent; words: PaymentText }) {
  const back = returnPath()
  const balance = payment.end?.state === 'credited' ? payment.end.balanceMicroUsd : undefined
  return (
    <StepFrame
      title={words.title}
      actions={
        <>
          <ReturnButton variant="primary" />
          {back === undefined && <StartChatting variant="primary" />}
          <Button
            onClick={() => {
              dispatch(wallet.view, { type: 'done' })
              wallet.view.setState({ isAdding: false })
            }}
          >
            Done
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        {words.meaning}{' '}
        {balance !== undefined && (
          <>
            Your balance is now{' '}
            <span title={formatMicroUsd(balance)} className="font-semibold text-money tabular-nums">
              {formatBalance(balance)}
            </span>
            .
          </>
        )}
        {back !== undefined && " Your request is where you left it, and isn't sent automatically."}
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
        { label: 'Recipient', value: <CopyText text={payment.payTo} label="Copy recipient" /> },
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
              { label: 'Request ID', value: <CopyText text={requestId} label="Copy request ID" /> },
            ]),
      ]}
    />
  )
}

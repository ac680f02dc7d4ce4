import { formatMicroUsd } from '../../format/money.ts'
import { formatTime } from '../../format/units.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { ChainStatus } from '../chain/evm-reads.ts'
import { isUnsent, lifeEndOf, UNSENT } from './follow-payment.ts'
import { refusalText } from './problem-text.ts'

/** A payment's state for people. */
export interface PaymentText {
  title: string
  /** What goes on, or the one sentence that counts. */
  doing: string
  meaning: string
}

/** What has become of a payment, in words; `chainStatus` is what the chain said last. */
export function paymentText(
  payment: PaymentIntent,
  chainStatus: ChainStatus | 'unreadable' | undefined,
): PaymentText {
  const amount = formatMicroUsd(payment.amountMicroUsd)
  const last = payment.attempts.at(-1)
  switch (payment.state) {
    case 'intent':
      return {
        title: `Paying ${amount}`,
        doing: 'Waiting for signature',
        meaning: 'Nothing is signed yet, so nothing can be paid.',
      }
    case 'signed':
      return {
        title: `Paying ${amount}`,
        doing: 'Signed, sending',
        meaning:
          'The signature is saved in this browser. It pays only once, however often it is sent.',
      }
    case 'sent':
      if (typeof chainStatus === 'object' && chainStatus.state === 'settled')
        return {
          title: `Paying ${amount}`,
          doing: 'Settled on-chain, credit pending',
          meaning:
            "The USDC has moved. The same payment is retried until the service credits it. Don't pay again.",
        }
      if (last !== undefined && isUnsent(last.error))
        return {
          title: `Paying ${amount}`,
          doing: `Signed, not sent yet: ${UNSENT[last.error]}`,
          meaning:
            'The signed payment is saved in this browser and is sent as soon as possible. It pays only once, however often it is sent.',
        }
      if (
        last?.status !== undefined &&
        last.status >= 400 &&
        last.status < 500 &&
        last.status !== 409
      )
        return {
          title: `Paying ${amount}`,
          doing: `Refused by the service: ${last.status} ${last.error ?? ''}`.trim(),
          meaning: `${refusalText(last.error, last.reason)} ${
            chainStatus === 'unreadable'
              ? "The network can't be read here."
              : 'On-chain, no USDC has moved so far.'
          } The signature is valid until ${formatTime(lifeEndOf(payment))}. Only then is it certain that it wasn't paid, and you can pay again.`,
        }
      return {
        title: `Paying ${amount}`,
        doing:
          last === undefined
            ? 'Sent, waiting for response'
            : `No final response (${last.status ?? last.error ?? 'none'}), retrying`,
        meaning:
          'The payment may or may not have settled. The network is checked, and the same payment is retried until the service credits it.',
      }
    case 'credited':
      return creditedText(`${amount} credited`, payment)
    case 'expired':
      return {
        title: `${amount} was not paid`,
        doing: 'Not paid, and it never can be',
        meaning: `${payment.end?.state === 'expired' ? payment.end.provedBy : ''} It's safe to pay again.`,
      }
    case 'review':
      return {
        title: `${amount} needs review`,
        doing: payment.end?.state === 'review' ? payment.end.why : 'Payment status unknown',
        meaning:
          "Before you pay again, send the request ID and the transaction below to the API's support.",
      }
  }
}

function creditedText(title: string, { end, receiptCheck }: PaymentIntent): PaymentText {
  if (end?.state !== 'credited') return { title, doing: 'Credited once', meaning: '' }
  const receipt =
    receiptCheck === undefined
      ? 'Receipt saved, not checked.'
      : 'signer' in receiptCheck
        ? `Receipt verified: signed by ${receiptCheck.signer}, the recipient.`
        : 'unchecked' in receiptCheck
          ? `Receipt saved. It can't be verified here: ${receiptCheck.unchecked}.`
          : `Receipt doesn't verify: ${receiptCheck.problem}.`
  return {
    title,
    doing: end.isEarlier === true ? 'Already credited' : 'Credited once',
    meaning: [
      ...(end.isEarlier === true ? ['The service processed this payment before, once.'] : []),
      ...(end.balanceMicroUsd === undefined
        ? ['The new balance was not reported. Refresh your balance to see it.']
        : []),
      ...(end.receipt === undefined ? [] : [receipt]),
    ].join(' '),
  }
}

import { formatMicroUsd } from '../../format/money.ts'
import { formatTime } from '../../format/time.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { ChainStatus } from '../chain/evm-reads.ts'
import { isUnsent, lifeEndOf, UNSENT } from './follow-payment.ts'
import { refusalText } from './refusal-text.ts'

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
        doing: 'Waiting for a signature',
        meaning: 'Nothing is signed yet, so nothing can be paid.',
      }
    case 'signed':
      return {
        title: `Paying ${amount}`,
        doing: 'Signed, being sent',
        meaning: 'The signature is written down and is sent once; a loss on the way is noticed.',
      }
    case 'sent':
      if (typeof chainStatus === 'object' && chainStatus.state === 'settled')
        return {
          title: `Paying ${amount}`,
          doing: 'On the chain, not credited yet',
          meaning:
            'The USDC has moved. The service is reminded with the same payment until it credits it. Do not pay again.',
        }
      if (last !== undefined && isUnsent(last.error))
        return {
          title: `Paying ${amount}`,
          doing: `Signed, not sent yet: ${UNSENT[last.error]}`,
          meaning:
            'The signed payment is written down in this browser and goes out by itself as soon as that is over. It pays once, however often it is sent.',
        }
      if (
        last?.status !== undefined &&
        last.status >= 400 &&
        last.status < 500 &&
        last.status !== 409
      )
        return {
          title: `Paying ${amount}`,
          doing: `The service refused it: ${last.status} ${last.error ?? ''}`.trim(),
          meaning: `${refusalText(last.error, last.reason)} ${
            chainStatus === 'unreadable'
              ? 'The chain cannot be read here.'
              : 'By the chain, no USDC has moved so far.'
          } The signature is still good until ${untilWords(payment)}; only then is it certain that it was not paid, and you can pay again.`,
        }
      return {
        title: `Paying ${amount}`,
        doing:
          last === undefined
            ? 'Sent, waiting for the answer'
            : `No certain answer yet (${last.status ?? last.error ?? 'no answer'}); asking again`,
        meaning:
          'The payment may have been carried out or not. The chain is asked, and the same payment is sent again until the service says that it is credited.',
      }
    case 'credited':
      return { title: `${amount} credited`, doing: 'Credited once', meaning: '' }
    case 'expired':
      return {
        title: `${amount} was not paid`,
        doing: 'Nothing was paid, and it never can be',
        meaning: `${payment.end?.state === 'expired' ? payment.end.provedBy : ''} It is safe to pay again.`,
      }
    case 'review':
      return {
        title: `${amount} needs a look`,
        doing: payment.end?.state === 'review' ? payment.end.why : 'It cannot be told how it ended',
        meaning:
          'Ask the support of the API, with the request id and the transaction below, before you pay again.',
      }
  }
}

function untilWords(payment: PaymentIntent): string {
  return formatTime(lifeEndOf(payment))
}

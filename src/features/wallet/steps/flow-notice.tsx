import { WALLET_PROBLEMS } from '../../../core/wallet/session/wallet-session.ts'
import type { FlowNotice } from '../../../core/wallet/top-up/flow.ts'
import { limitProblemText } from '../../../core/wallet/top-up/problem-text.ts'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'
import { AdviceNotice } from '../../failures/task.tsx'

/** Why nothing was paid, in words. */
export function FlowNoticeView({ notice }: { notice: FlowNotice }) {
  if (notice.kind === 'wallet' || notice.kind === 'refused') {
    const advice = notice.kind === 'wallet' ? WALLET_PROBLEMS[notice.problem] : notice.advice
    return <AdviceNotice tone="warn" advice={advice} />
  }
  const { title, meaning } = noticeText(notice)
  const isCalm = notice.kind === 'cancelled' || notice.kind === 'other tab'
  return (
    <ErrorNotice title={title} tone={isCalm ? 'warn' : 'bad'}>
      {meaning}
    </ErrorNotice>
  )
}

/** What happened, what it means and what to press. Each says that nothing was paid. */
function noticeText(notice: Exclude<FlowNotice, { kind: 'wallet' | 'refused' }>): {
  title: string
  meaning: string
} {
  switch (notice.kind) {
    case 'account changed':
      return {
        title: 'Wallet account changed',
        meaning: 'Nothing was paid. You reviewed this for another account: review it again.',
      }
    case 'wrong network':
      return {
        title: 'Wrong network',
        meaning: 'Nothing was paid. Switch networks, then confirm again.',
      }
    case 'unexpected signature':
      return {
        title: 'Unexpected wallet response',
        meaning: `${notice.why} It was discarded and nothing was sent.`,
      }
    case 'other tab':
      return {
        title: 'Another tab is paying from this wallet',
        meaning:
          'Only one tab can pay at a time, so nothing is paid twice. Finish there. The result shows here too.',
      }
    case 'open payment':
      return {
        title: 'Payment still pending',
        meaning: "It is being tracked now. You can't sign another until its outcome is certain.",
      }
    case 'newer payment':
      return {
        title: 'Newer payment found',
        meaning: 'Another tab paid after this screen was shown. Check your balance first.',
      }
    case 'storage':
      return {
        title: "Can't write the payment log",
        meaning:
          'Storage is blocked, or the disk is full. Nothing was paid: without the log, a payment could be made twice. Free up space, then try again.',
      }
    case 'error':
      return {
        title: 'Page error',
        meaning: 'Nothing was sent, so nothing was paid. Reload the page, then try again.',
      }
    case 'offline':
      return {
        title: "You're offline",
        meaning: "Nothing was signed. Try again when you're back online.",
      }
    case 'limit':
      return {
        title: 'Spend limit reached',
        meaning: `${limitProblemText(notice.problem)} Nothing was signed.`,
      }
    case 'other recipient':
      return {
        title: 'Unexpected recipient',
        meaning: `Nothing was signed. Payments to this API went to ${notice.known}. Don't pay until you know why.`,
      }
    case 'network unreadable':
      return {
        title: `Can't read ${notice.network}`,
        meaning:
          "A payment there needs a recent blockhash, which this page can't load. Pay on another network.",
      }
    case 'cancelled':
      return {
        title: 'You stopped waiting',
        meaning:
          'Nothing was paid. Reject the request in your wallet: if it still signs, the signature is discarded.',
      }
  }
}

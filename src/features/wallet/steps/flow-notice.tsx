import { WALLET_PROBLEM_TEXT } from '../../../core/wallet/session/wallet-problem.ts'
import type { FlowNotice } from '../../../core/wallet/top-up/flow.ts'
import { limitProblemText } from '../../../core/wallet/top-up/problem-text.ts'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'

/** Why nothing was paid, in words. */
export function FlowNoticeView({ notice }: { notice: FlowNotice }) {
  const { title, meaning } = noticeText(notice)
  const isCalm =
    notice.kind === 'wallet' || notice.kind === 'cancelled' || notice.kind === 'other tab'
  return (
    <ErrorNotice title={title} tone={isCalm ? 'warn' : 'bad'}>
      {meaning}
    </ErrorNotice>
  )
}

/** What happened, what it means and what to press. Each says that nothing was paid. */
function noticeText(notice: FlowNotice): { title: string; meaning: string } {
  switch (notice.kind) {
    case 'wallet':
      return WALLET_PROBLEM_TEXT[notice.problem]
    case 'account changed':
      return {
        title: 'Your wallet changed to another account',
        meaning: 'Nothing was paid. What you checked was for the account before: look at it again.',
      }
    case 'wrong chain':
      return {
        title: 'Your wallet is on another chain',
        meaning: 'Nothing was paid. Switch the chain with the button, then press again.',
      }
    case 'unexpected signature':
      return {
        title: 'The wallet returned something else than it was asked to sign',
        meaning: `${notice.why} It was thrown away and nothing was sent.`,
      }
    case 'other tab':
      return {
        title: 'Another tab is paying from this wallet',
        meaning:
          'One tab at a time pays, so that nothing is paid twice. Finish there; this tab shows the result.',
      }
    case 'open payment':
      return {
        title: 'A payment of this wallet is not finished',
        meaning:
          'It is being followed now. Until it is certain how it ended, no other can be signed.',
      }
    case 'changed meanwhile':
      return {
        title: 'This wallet paid meanwhile',
        meaning:
          'Another tab made a payment after this screen was shown. Look at the balance first.',
      }
    case 'storage':
      return {
        title: 'The payment log cannot be written',
        meaning:
          'This browser refuses to store data, or its disk is full. Nothing was paid: without the payment log a payment could be made twice. Free some space, then press again.',
      }
    case 'fault':
      return {
        title: 'Something in this page went wrong',
        meaning: 'Nothing was sent, so nothing was paid. Reload the page, then try again.',
      }
    case 'offline':
      return {
        title: "You're offline",
        meaning: 'Nothing was signed. Press again when you are back online.',
      }
    case 'limit':
      return {
        title: 'A spending limit stops this',
        meaning: `${limitProblemText(notice.problem)} Nothing was signed.`,
      }
    case 'other recipient':
      return {
        title: 'The receiver is not the one known for this API',
        meaning: `Nothing was signed. Payments here went to ${notice.known}; do not pay until you know why.`,
      }
    case 'chain unreadable':
      return {
        title: `This page cannot read ${notice.network}`,
        meaning:
          'A payment there needs a recent block of the chain, and this page may not ask for one. Pay on another chain.',
      }
    case 'cancelled':
      return {
        title: 'You stopped waiting for your wallet',
        meaning:
          'Nothing was paid. Dismiss the question in your wallet: should it still sign, the signature is thrown away.',
      }
  }
}

import { formatMicroUsd } from '../../format/money.ts'
import type { LimitProblem } from './spend-limits.ts'
import type { AmountProblem, DraftProblem } from './top-up-draft.ts'

/** Why a payment cannot be signed, and the row of the check screen that says so. */
export function draftProblemText(
  problem: DraftProblem,
  networkName: string,
): { row: 'Amount' | 'Receiver' | 'Chain'; text: string } {
  switch (problem.kind) {
    case 'other recipient':
      return {
        row: 'Receiver',
        text: problem.isLocal
          ? `The receiver is not the one of the local service (${problem.known}). Something between this page and the service changed it: do not pay.`
          : `The receiver is not the one this API had before (${problem.known}). Do not pay until you know why.`,
      }
    case 'recipient changed':
      return {
        row: 'Receiver',
        text: `The receiver changed since you chose the amount (it was ${problem.shown}). Go back and look at the offer again.`,
      }
    case 'minimum changed':
      return {
        row: 'Amount',
        text: `The least that this API takes changed since you chose, from ${formatMicroUsd(problem.fromMicroUsd)} to ${formatMicroUsd(problem.toMicroUsd)}. Go back and choose again.`,
      }
    case 'below minimum':
      return { row: 'Amount', text: 'The amount is below the least this API takes.' }
    case 'above maximum':
      return { row: 'Amount', text: 'The amount is above the most that may be paid.' }
    case 'too little USDC':
      return {
        row: 'Amount',
        text: `The wallet holds ${formatMicroUsd(problem.heldMicroUsd)} in USDC, which is less than the amount.`,
      }
    case 'wrong chain':
      return { row: 'Chain', text: `Your wallet is not on ${networkName}.` }
    case 'limit':
      return { row: 'Amount', text: limitProblemText(problem.problem) }
  }
}

/** Why the caps do not allow a payment, and when or how they would. */
export function limitProblemText(problem: LimitProblem): string {
  switch (problem.kind) {
    case 'too many': {
      const minutes = Math.max(1, Math.ceil(problem.waitMs / 60_000))
      return `${problem.signatures} payments were signed for this API within an hour. The next is possible in ${minutes} min.`
    }
    case 'daily limit':
      return `Your limit of ${formatMicroUsd(problem.limitMicroUsd)} in 24 hours leaves ${formatMicroUsd(problem.leftMicroUsd)}. You can change it under Options.`
  }
}

/** What is wrong with an amount. */
export function amountProblemText(problem: AmountProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return 'Amount must be US dollars, such as 12.50.'
    case 'too small':
      return `Amount must be at least ${formatMicroUsd(problem.leastMicroUsd)}.`
    case 'too large':
      return `Amount must be at most ${formatMicroUsd(problem.mostMicroUsd)}.`
  }
}

import { TOP_UP_ERROR_CODES } from '../../../../contract/errors/service-error.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { diemFirstText } from '../../client/account/diem.ts'
import { formatMicroUsd } from '../../format/money.ts'
import type { AmountProblem, DraftProblem, LimitProblem } from './top-up-draft.ts'

/** Why a payment cannot be signed, and the row of the check screen that says so. */
export function draftProblemText(
  problem: DraftProblem,
  networkName: string,
): { row: 'Amount' | 'Recipient' | 'Network'; text: string } {
  switch (problem.kind) {
    case 'other recipient':
      return {
        row: 'Recipient',
        text: problem.isLocal
          ? `Not the local service's recipient (${problem.known}). Something in between changed it: don't pay.`
          : `Not the recipient this API had before (${problem.known}). Don't pay until you know why.`,
      }
    case 'recipient changed':
      return {
        row: 'Recipient',
        text: `The recipient changed from ${problem.shown} since you chose. Go back and review the offer.`,
      }
    case 'minimum changed':
      return {
        row: 'Amount',
        text: `The minimum changed from ${formatMicroUsd(problem.fromMicroUsd)} to ${formatMicroUsd(problem.toMicroUsd)} since you chose. Go back and choose again.`,
      }
    case 'below minimum':
      return { row: 'Amount', text: "The amount is below this API's minimum." }
    case 'above maximum':
      return { row: 'Amount', text: 'The amount is above the maximum.' }
    case 'too little USDC':
      return {
        row: 'Amount',
        text: `The wallet has ${formatMicroUsd(problem.heldMicroUsd)} in USDC, less than the amount.`,
      }
    case 'wrong network':
      return { row: 'Network', text: `Your wallet isn't on ${networkName}.` }
    case 'diem':
      return { row: 'Amount', text: diemFirstText(problem.microDiem) }
    case 'limit':
      return { row: 'Amount', text: limitProblemText(problem.problem) }
  }
}

/** Why the caps do not allow a payment, and when or how they would. */
export function limitProblemText(problem: LimitProblem): string {
  switch (problem.kind) {
    case 'too many': {
      const minutes = Math.max(1, Math.ceil(problem.waitMs / 60_000))
      return `${problem.signatures} payments were signed for this API within an hour. Try again in ${minutes} min.`
    }
    case 'daily limit':
      return `${formatMicroUsd(problem.leftMicroUsd)} left of your ${formatMicroUsd(problem.limitMicroUsd)} spend limit per 24 hours. Change it under Options.`
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

/** Longest reason that is kept of an answer, characters. */
const MAX_CHARS = 80

/** Reasons of x402 facilitators, by what they hold; the first that fits counts. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/6492/, "The smart account isn't deployed yet: deploy it, or pay from another wallet."],
  [/insufficient/, "The wallet doesn't have enough USDC."],
  [/signature/, "The signature doesn't match the wallet."],
  [/valid_before|expired/, 'It expired.'],
  [/nonce_already_used|duplicate/, 'It was already used.'],
  [/simulation/, 'The simulated transaction failed.'],
]

/** The reason that the body of a refused top-up names (`details.reason`), cut to a length for keeping. */
export function refusalReason(body: unknown): string | undefined {
  const details = isJsonObject(body) ? body['details'] : undefined
  const reason = isJsonObject(details) ? details['reason'] : undefined
  return typeof reason === 'string' ? reason.slice(0, MAX_CHARS) : undefined
}

/** Why a payment was refused, in words as far as they are known; empty when nobody said. */
export function refusalText(code: string | undefined, reason: string | undefined): string {
  const known = code !== undefined && Object.hasOwn(TOP_UP_ERROR_CODES, code)
  const meaning = known ? (TOP_UP_ERROR_CODES[code]?.meaning ?? '') : ''
  const found = REASONS.find(([pattern]) => reason !== undefined && pattern.test(reason))
  const because = found?.[1] ?? (reason === undefined ? '' : `Reason: ${reason}.`)
  return [meaning, because].filter((words) => words !== '').join(' ')
}

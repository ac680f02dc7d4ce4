import { TOP_UP_ERROR_CODES } from '../../../../contract/errors/service-error.ts'
import { isJsonObject } from '../../../../contract/json.ts'

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

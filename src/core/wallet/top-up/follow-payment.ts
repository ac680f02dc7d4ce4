import { isServiceError, type Failure } from '../../../../contract/errors/failure.ts'
import { isAlreadyProcessed, isSameWallet } from '../../../../contract/wallet/balance.ts'
import type { TopUpResult } from '../../client/wallet/top-up.ts'
import type {
  PaymentAttempt,
  PaymentEnd,
  PaymentEvent,
  PaymentIntent,
} from '../../storage/payments/payment-intent.ts'
import type { ChainStatus } from '../chain/evm-reads.ts'
import { refusalReason } from './problem-text.ts'

/** Why an attempt never left this page, in words, by the kind of its failure. */
export const UNSENT = {
  offline: 'you are offline',
  paused: 'too many recent failures',
  blocked_by_policy: 'blocked by Content Security Policy',
} as const

/** True for an attempt that ended with this before anything was sent. */
export function isUnsent(error: string | undefined): error is keyof typeof UNSENT {
  return error !== undefined && Object.hasOwn(UNSENT, error)
}

/** What following a payment needs of the wallet. */
export interface FollowDeps {
  /** Sends the same bytes again. */
  send: (payment: PaymentIntent) => Promise<TopUpResult>
  /** What the chain says; undefined where it cannot be read at all. Rejects when it cannot be read now. */
  queryChain: ((payment: PaymentIntent) => Promise<ChainStatus>) | undefined
  /** Looks for its credit at the service; undefined where nobody can look without asking the person. */
  findCredit: (payment: PaymentIntent) => Promise<{ balanceMicroUsd?: number } | 'none' | undefined>
  record: (id: string, event: PaymentEvent) => Promise<PaymentIntent | undefined>
  now: () => number
  /** Waits, or less when something happened that makes looking again worth while. */
  sleep: (ms: number) => Promise<void>
  /** Between 0 and 1. */
  random: () => number
  /** False to stop following; the payment stays open. */
  shouldContinue: () => boolean
  /** Tells what the chain said last, for the screen. */
  onChainStatus: (status: ChainStatus | 'unreadable') => void
}

/** How long after the end of a payment's life a machine goes on looking, ms. */
const REVIEW_AFTER_MS = 5 * 60_000

/** Life of a Solana payment where only the clock of this computer can say, ms. */
const SOLANA_LIFE_MS = 5 * 60_000

/** A refusal rarely turns into a credit; it is asked again this seldom, ms. */
const AFTER_REFUSAL_MS = 20_000

/** How often it is tried while nothing can leave the page, ms. */
const UNSENT_MS = 2000

/** Top-ups are limited to ten a minute, so a long wait settles at this pace, ms. */
const MAX_PAUSE_MS = 8_000

/**
 * Follows a signed payment until it is certain how it ended: credited, never possible any more, or
 * something a person has to look at. It only ever sends what was signed once, byte for byte, and takes no
 * answer but a matching credit for the end: what a service calls failed may still be settled.
 */
export async function followPayment(
  payment: PaymentIntent,
  deps: FollowDeps,
): Promise<PaymentIntent> {
  let current = payment
  let attempt = 0
  let notBefore = 0
  let isSettled = false
  const end = async (ending: PaymentEnd): Promise<PaymentIntent> =>
    (await deps.record(current.id, { type: 'ended', end: ending })) ?? current

  if (current.state === 'intent')
    return end({
      state: 'expired',
      at: deps.now(),
      provedBy: 'No signature was saved, so nothing was ever sent.',
    })
  while (deps.shouldContinue()) {
    // A payment that was just signed has been nowhere yet: there is nothing to look for.
    const status = current.state === 'signed' ? undefined : await chainStatusOf(current, deps)
    if (status?.state === 'dead') {
      const { provedBy, transaction } = status
      return end({ state: 'expired', at: deps.now(), provedBy, ...known(transaction) })
    }
    // News that it is on the chain: whatever was answered before, the service should know better now.
    if (status?.state === 'settled' && !isSettled) {
      isSettled = true
      notBefore = 0
    }
    if (deps.now() >= notBefore) {
      const sending = await deps.record(current.id, { type: 'sending', at: deps.now() })
      // Somebody else has ended it: there is nothing left to send.
      if (sending === undefined) return current
      current = sending
      const result = await deps.send(current).catch(lost)
      const tried = attemptOf(result, deps.now())
      if (!isUnsentAgain(current.attempts.at(-1), tried))
        current = (await deps.record(current.id, { type: 'answered', attempt: tried })) ?? current
      if (result.ok) return end(await endOf(result, current, status, deps))
      if (isServiceError(result.failure) && isAlreadyProcessed(result.failure)) {
        const seen = status ?? (await chainStatusOf(current, deps))
        if (seen === undefined || seen.state === 'settled')
          return end(await endOfProcessed(current, seen, deps))
      }
      notBefore = deps.now() + pauseAfter(result.failure, attempt, isSettled, deps)
      if (!isUnsent(result.failure.kind)) attempt += 1
    }
    const overdue = deps.now() > lifeEndOf(current) + REVIEW_AFTER_MS
    if (overdue && status?.state !== 'open')
      return end({ state: 'review', at: deps.now(), ...whyReview(status) })
    await deps.sleep(Math.min(3000, Math.max(250, notBefore - deps.now())))
  }
  return current
}

/** Whatever became of it: like an answer that never came. */
function lost(error: unknown): TopUpResult {
  const message = error instanceof Error ? error.message : "Couldn't send the payment."
  return { ok: false, failure: { kind: 'unreachable', message } }
}

async function chainStatusOf(
  payment: PaymentIntent,
  { queryChain, onChainStatus }: FollowDeps,
): Promise<ChainStatus | undefined> {
  const status = await queryChain?.(payment).catch(() => undefined)
  onChainStatus(status ?? 'unreadable')
  return status
}

/**
 * The end that an answer of success stands for: only the very credit that was paid for counts. One that names no
 * amount is looked up.
 */
async function endOf(
  { credit }: Extract<TopUpResult, { ok: true }>,
  payment: PaymentIntent,
  status: ChainStatus | undefined,
  deps: FollowDeps,
): Promise<PaymentEnd> {
  const at = deps.now()
  const transaction = known(
    credit.transaction ?? (status?.state === 'settled' ? status.transaction : undefined),
  )
  if (credit.wallet !== undefined && !isSameWallet(credit.wallet, payment.wallet))
    return { state: 'review', at, why: 'The service credited a different wallet.', ...transaction }
  const { creditedMicroUsd, balanceMicroUsd, receipt } = credit
  const signed = receipt === undefined ? {} : { receipt }
  if (creditedMicroUsd === undefined) {
    const found = await deps.findCredit(payment).catch(() => undefined)
    return typeof found === 'object'
      ? {
          state: 'credited',
          at,
          creditedMicroUsd: payment.amountMicroUsd,
          ...found,
          ...signed,
          ...transaction,
        }
      : {
          state: 'review',
          at,
          why: 'The service credited an unknown amount: check your balance.',
          ...transaction,
        }
  }
  if (creditedMicroUsd !== payment.amountMicroUsd)
    return { state: 'review', at, why: 'The service credited a different amount.', ...transaction }
  const balance = balanceMicroUsd === undefined ? {} : { balanceMicroUsd }
  return { state: 'credited', at, creditedMicroUsd, ...balance, ...signed, ...transaction }
}

/** The end of a payment that was processed before: its credit, or what a person has to look at. */
async function endOfProcessed(
  payment: PaymentIntent,
  status: Extract<ChainStatus, { state: 'settled' }> | undefined,
  { findCredit, now }: FollowDeps,
): Promise<PaymentEnd> {
  const credit = await findCredit(payment).catch(() => undefined)
  const transaction = known(status?.transaction)
  const creditedMicroUsd = payment.amountMicroUsd
  if (credit === 'none' || (credit === undefined && status === undefined)) {
    const what =
      credit === 'none' ? "its transactions don't include this top-up" : 'check your balance'
    const why = `The service reports that it already processed this payment: ${what}.`
    return { state: 'review', at: now(), why, ...transaction }
  }
  return {
    state: 'credited',
    at: now(),
    creditedMicroUsd,
    isEarlier: true,
    ...credit,
    ...transaction,
  }
}

function known(transaction: string | undefined): { transaction?: string } {
  return transaction === undefined ? {} : { transaction }
}

function attemptOf(result: TopUpResult, at: number): PaymentAttempt {
  if (result.ok) {
    const { status, requestId } = result
    return { at, status, ...(requestId === undefined ? {} : { requestId }) }
  }
  const { failure } = result
  if (!isServiceError(failure)) return { at, error: failure.kind }
  const { status, code, kind, requestId, body } = failure
  const reason = refusalReason(body)
  return {
    at,
    status,
    error: code ?? kind,
    ...(reason === undefined ? {} : { reason }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

/** True for an attempt that stayed here for the same reason as the one before: that is no news. */
function isUnsentAgain(before: PaymentAttempt | undefined, { error }: PaymentAttempt): boolean {
  return isUnsent(error) && before?.error === error
}

/**
 * How long to wait before the same bytes are sent again, ms: full jitter, never before the server's time. What is
 * settled cannot really be refused, so a refusal of it is asked again as soon as anything else.
 */
function pauseAfter(
  failure: Failure,
  attempt: number,
  isSettled: boolean,
  { random, now }: FollowDeps,
): number {
  if (isUnsent(failure.kind)) return UNSENT_MS * random()
  const base = Math.min(MAX_PAUSE_MS, 500 * 2 ** attempt)
  const jitter = base * random()
  if (!isServiceError(failure)) return jitter + (attempt > 4 ? MAX_PAUSE_MS : 0)
  if ('retryAtMs' in failure && failure.retryAtMs !== undefined)
    return Math.min(120_000, Math.max(0, failure.retryAtMs - now())) + jitter
  const { status } = failure
  const isRefusal = !isSettled && status < 500 && status !== 409 && status !== 408
  return jitter + (isRefusal ? AFTER_REFUSAL_MS : attempt > 4 ? MAX_PAUSE_MS : 0)
}

/** When a payment can no longer happen by the clock of this computer, Unix ms. */
export function lifeEndOf({ trace, signedAt, createdAt }: PaymentIntent): number {
  return trace?.family === 'evm'
    ? trace.validBefore * 1000
    : (signedAt ?? createdAt) + SOLANA_LIFE_MS
}

function whyReview(status: ChainStatus | undefined): { why: string; transaction?: string } {
  switch (status?.state) {
    case 'settled':
      return {
        why: "The payment settled on-chain, but the service hasn't credited it.",
        transaction: status.transaction,
      }
    case 'unclear':
      return { why: status.why, ...known(status.transaction) }
    default:
      return { why: "The network can't be read, and the service hasn't reported an outcome." }
  }
}

import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Payments that may be signed for one API within an hour. */
const SIGNATURES_PER_HOUR = 3

/** Why the caps do not allow another payment. */
export type LimitProblem =
  /** So many were signed for one API within an hour. */
  | { kind: 'too many'; signatures: number; waitMs: number }
  | { kind: 'daily limit'; limitMicroUsd: number; leftMicroUsd: number }

/**
 * Why the caps do not allow another payment; undefined when they do. Counted over everything that was signed,
 * whether or not it was credited in the end.
 */
export function limitProblem(
  payments: readonly PaymentIntent[],
  next: { origin: string; amountMicroUsd: number; dailyLimitMicroUsd: number; nowMs: number },
): LimitProblem | undefined {
  const { origin, amountMicroUsd, dailyLimitMicroUsd, nowMs } = next
  const signed = payments.filter(({ signedAt }) => signedAt !== undefined)
  const recent = signed
    .filter((payment) => payment.origin === origin)
    .flatMap(({ signedAt }) => signedAt ?? [])
    .filter((at) => at > nowMs - HOUR_MS)
    .toSorted((a, b) => a - b)
  const [first] = recent.slice(-SIGNATURES_PER_HOUR)
  if (recent.length >= SIGNATURES_PER_HOUR && first !== undefined)
    return { kind: 'too many', signatures: SIGNATURES_PER_HOUR, waitMs: first + HOUR_MS - nowMs }
  const spent = signed
    .filter(({ signedAt, state }) => (signedAt ?? 0) > nowMs - DAY_MS && state !== 'expired')
    .reduce((sum, payment) => sum + payment.amountMicroUsd, 0)
  return spent + amountMicroUsd > dailyLimitMicroUsd
    ? {
        kind: 'daily limit',
        limitMicroUsd: dailyLimitMicroUsd,
        leftMicroUsd: Math.max(0, dailyLimitMicroUsd - spent),
      }
    : undefined
}

import type { PaymentIntent } from '../../../core/storage/payments/payment-intent.ts'
import { formatMicroUsd } from '../../../ui/format/money.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Payments that may be signed for one API within an hour. */
const SIGNATURES_PER_HOUR = 3

/**
 * Why the caps do not allow another payment, in words; undefined when they do. Counted over everything
 * that was signed, whether or not it was credited in the end.
 */
export function capProblem(
  payments: readonly PaymentIntent[],
  next: { origin: string; amountMicroUsd: number; dailyLimitMicroUsd: number; nowMs: number },
): string | undefined {
  const { origin, amountMicroUsd, dailyLimitMicroUsd, nowMs } = next
  const signed = payments.filter(({ signedAt }) => signedAt !== undefined)
  const recent = signed
    .filter((payment) => payment.origin === origin)
    .flatMap(({ signedAt }) => signedAt ?? [])
    .filter((at) => at > nowMs - HOUR_MS)
    .toSorted((a, b) => a - b)
  const [first] = recent.slice(-SIGNATURES_PER_HOUR)
  if (recent.length >= SIGNATURES_PER_HOUR && first !== undefined) {
    const minutes = Math.max(1, Math.ceil((first + HOUR_MS - nowMs) / 60_000))
    return `${SIGNATURES_PER_HOUR} payments were signed for this API within an hour. The next is possible in ${minutes} min.`
  }
  const spent = signed
    .filter(({ signedAt, state }) => (signedAt ?? 0) > nowMs - DAY_MS && state !== 'expired')
    .reduce((sum, payment) => sum + payment.amountMicroUsd, 0)
  return spent + amountMicroUsd > dailyLimitMicroUsd
    ? `Your limit of ${formatMicroUsd(dailyLimitMicroUsd)} in 24 hours leaves ${formatMicroUsd(Math.max(0, dailyLimitMicroUsd - spent))}. You can change it under Options.`
    : undefined
}

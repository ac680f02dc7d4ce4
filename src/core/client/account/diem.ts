import type { Failure } from '../../../../contract/errors/failure.ts'
import { formatMicroUsd } from '../../format/money.ts'
import type { BalanceReading } from '../../storage/payments/payment-database.ts'

/** The micro-DIEM of a wallet, by the latest of its readings that tells it; zero where it has none. */
export function diemHeld(readings: readonly BalanceReading[]): number {
  return readings.findLast(({ source }) => source === 'balance')?.microDiem ?? 0
}

/** DIEM below a cent pays for hardly any request, so it holds nothing back, micro-DIEM. */
const DUST = 10_000

/** Whether an account has DIEM that requests spend first, so that a top-up doesn't help while it lasts. */
export function holdsBackTopUp(microDiem: number): boolean {
  return microDiem >= DUST
}

/** An amount of DIEM in words, from micro-DIEM. */
export function formatDiem(microDiem: number): string {
  return `${formatMicroUsd(microDiem).replace('$', '')} DIEM`
}

/** Why nobody is offered a top-up while an account has DIEM. */
export function diemFirstText(microDiem: number): string {
  return `Requests spend your ${formatDiem(microDiem)} before USD, so a top-up doesn't help while it lasts.`
}

/** What to do where a request costs more than DIEM allows, in place of a top-up. */
export const DIEM_NEXT_STEP = 'Use a cheaper model or a lower token limit, or wait for more DIEM.'

/** Whether a request failed for want of balance, which a top-up would cure but for DIEM. */
export function lacksBalance({ kind }: Failure): boolean {
  return kind === 'payment_required' || kind === 'insufficient_balance'
}

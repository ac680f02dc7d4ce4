import type { PocketLimits, PocketSpend } from '../../storage/pocket/pocket-records.ts'

const DAY_MS = 24 * 3_600_000

/** No pocket account may be funded above this, micro-USD. */
export const MAX_CEILING_MICRO_USD = 50_000_000

/** What a new account may do by itself. */
export const DEFAULT_LIMITS: PocketLimits = {
  ceilingMicroUsd: 10_000_000,
  dailyMicroUsd: 5_000_000,
  perRequestMicroUsd: 1_000_000,
}

/** Which limit an amount would go over. Amounts are micro-USD. */
export interface OverLimit {
  limit: 'ceiling' | 'daily' | 'perRequest'
  limitMicroUsd: number
  /** What was asked for; undefined where the price is unknown. */
  amountMicroUsd: number
  /** What the limit leaves. */
  leftMicroUsd: number
}

/** The limits that can't be set: amounts that are no money, above the ceiling of all, or out of order. */
export function limitsProblem(limits: PocketLimits): keyof PocketLimits | undefined {
  const { ceilingMicroUsd, dailyMicroUsd, perRequestMicroUsd } = limits
  if (!isAmount(ceilingMicroUsd) || ceilingMicroUsd > MAX_CEILING_MICRO_USD)
    return 'ceilingMicroUsd'
  if (!isAmount(dailyMicroUsd) || dailyMicroUsd > ceilingMicroUsd) return 'dailyMicroUsd'
  if (!isAmount(perRequestMicroUsd) || perRequestMicroUsd > dailyMicroUsd)
    return 'perRequestMicroUsd'
  return undefined
}

/** Whether an amount may be added to what an account has on its network; both atomic USDC. */
export function ceilingProblem(
  { ceilingMicroUsd }: PocketLimits,
  onChainMicroUsd: number,
  addedMicroUsd: number,
): OverLimit | undefined {
  const leftMicroUsd = Math.max(0, ceilingMicroUsd - onChainMicroUsd)
  return addedMicroUsd <= leftMicroUsd
    ? undefined
    : {
        limit: 'ceiling',
        limitMicroUsd: ceilingMicroUsd,
        amountMicroUsd: addedMicroUsd,
        leftMicroUsd,
      }
}

/** Why an amount may not be signed for; undefined when it may. Each kind has the daily limit for itself. */
export function spendProblem(
  limits: PocketLimits,
  spends: readonly PocketSpend[],
  next: Pick<PocketSpend, 'kind' | 'at' | 'microUsd'>,
): OverLimit | undefined {
  const { dailyMicroUsd, perRequestMicroUsd } = limits
  const over = (limit: OverLimit['limit'], limitMicroUsd: number, leftMicroUsd: number) => ({
    limit,
    limitMicroUsd,
    amountMicroUsd: next.microUsd,
    leftMicroUsd,
  })
  if (next.kind === 'request' && next.microUsd > perRequestMicroUsd)
    return over('perRequest', perRequestMicroUsd, perRequestMicroUsd)
  const left = Math.max(0, dailyMicroUsd - spentToday(spends, next.kind, next.at))
  return next.microUsd > left ? over('daily', dailyMicroUsd, left) : undefined
}

/** What was signed for within 24 hours, micro-USD. What a changed clock put in the future counts. */
export function spentToday(
  spends: readonly PocketSpend[],
  kind: PocketSpend['kind'],
  nowMs: number,
): number {
  return spends
    .filter((spend) => spend.kind === kind && !isOutdated(spend, nowMs))
    .reduce((sum, { microUsd }) => sum + microUsd, 0)
}

/** Whether it no longer counts. */
export function isOutdated({ at }: Pick<PocketSpend, 'at'>, nowMs: number): boolean {
  return at <= nowMs - DAY_MS
}

function isAmount(microUsd: number): boolean {
  return Number.isSafeInteger(microUsd) && microUsd > 0
}

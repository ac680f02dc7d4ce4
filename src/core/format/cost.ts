import { formatMicroUsd, formatUsd } from './money.ts'
import { formatNumber } from './number.ts'

/**
 * A cost as its response reports it, DIEM beside USD; "≈" before one that is worked out from usage and list prices.
 * Undefined where nothing is known.
 */
export function formatCost({
  cost,
  estimatedMicroUsd,
}: {
  readonly cost?: { readonly usd: number; readonly diem: number }
  readonly estimatedMicroUsd?: number
}): string | undefined {
  if (estimatedMicroUsd !== undefined) return `≈ ${formatMicroUsd(estimatedMicroUsd)}`
  if (cost === undefined) return undefined
  const { usd, diem } = cost
  return diem > 0 ? `${formatUsd(usd)} + ${formatNumber(diem)} DIEM` : formatUsd(usd)
}

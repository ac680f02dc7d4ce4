/** Micro-USD in one US dollar. Money is held as integers of this unit. */
export const MICRO_USD_PER_USD = 1_000_000

/**
 * An amount of USD (or DIEM) as integer micro units, from a JSON number or a decimal string such as
 * `"4.230000"`. Digits beyond the sixth are rounded half away from zero. Undefined for anything that
 * is not a finite decimal amount or does not fit a safe integer.
 */
export function microUsdFrom(value: unknown): number | undefined {
  const text = typeof value === 'number' ? plainDecimal(value) : value
  if (typeof text !== 'string') return undefined
  const match = /^\s*(-?)(\d{1,10})(?:\.(\d{0,40}))?\s*$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = '0', fraction = ''] = match
  const digits = fraction.padEnd(7, '0')
  const micro =
    Number(whole) * MICRO_USD_PER_USD +
    Number(digits.slice(0, 6)) +
    (Number(digits[6]) >= 5 ? 1 : 0)
  if (!Number.isSafeInteger(micro)) return undefined
  return sign === '-' && micro !== 0 ? -micro : micro
}

/**
 * A price or charge that a server names, in micro units as {@link microUsdFrom} reads it. Undefined for what is
 * none, such as a negative one.
 */
export function chargeFrom(usd: unknown): number | undefined {
  // One that rounds to nothing is negative all the same.
  return Number(usd) < 0 ? undefined : countedCharge(microUsdFrom(usd), undefined)
}

/** What a response says it cost, and what it must have cost by usage and list prices where it doesn't. */
export interface CostReport {
  readonly cost?: { readonly usd?: unknown; readonly diem?: unknown }
  /** micro-USD; only where the cost is missing, or 0 although something was generated. */
  readonly estimatedMicroUsd?: number
}

/**
 * What a request was charged, micro-USD: USD and DIEM together, as 1 DIEM is $1; else the estimate. Undefined where
 * nothing says it, or a part of what is named is no charge, such as a negative one.
 */
export function chargeOf({ cost, estimatedMicroUsd }: CostReport): number | undefined {
  if (estimatedMicroUsd !== undefined) return estimatedMicroUsd
  const diem = chargeFrom(cost?.diem ?? 0)
  // No USD at all is 0 only beside what was paid in DIEM.
  const usd = diem && cost?.usd == null ? 0 : chargeFrom(cost?.usd)
  return countedCharge((usd ?? Number.NaN) + (diem ?? Number.NaN), undefined)
}

/**
 * What counts against a limit, micro-USD: the charge, and the estimate where the charge is unknown or is no amount,
 * such as a negative one. No word of a payee makes room under a limit.
 */
export function countedCharge<Estimate extends number | undefined>(
  microUsd: number | undefined,
  estimate: Estimate,
): number | Estimate {
  return microUsd !== undefined && Number.isSafeInteger(microUsd) && microUsd >= 0
    ? microUsd
    : estimate
}

function plainDecimal(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  const text = String(value)
  return text.includes('e') ? value.toFixed(12) : text
}

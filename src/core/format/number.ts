// Made when first used: the first takes a phone some 40 ms, and a first response shows none.
let grouped: Intl.NumberFormat | undefined
let compact: Intl.NumberFormat | undefined

/** A number with its thousands set apart: `1204` → "1,204". */
export function formatNumber(value: number): string {
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
  return grouped.format(value)
}

/** Tokens in short, as models are described: `131072` → "128K", `200000` → "200K". */
export function formatTokens(value: number): string {
  for (const [unit, size] of BINARY)
    if (value % size === 0 && value > 0) return `${value / size}${unit}`
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
  return compact.format(value)
}

const BINARY = [
  ['M', 1_048_576],
  ['K', 1_024],
] as const

/** A count that may not be known: "?" then. */
export function formatCount(count: number | undefined): string {
  return count === undefined ? '?' : formatNumber(count)
}

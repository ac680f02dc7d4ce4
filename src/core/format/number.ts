// Made when first used: the first takes a phone some 40 ms, and a first response shows none.
let grouped: Intl.NumberFormat | undefined
let compact: Intl.NumberFormat | undefined

/** A number with its thousands set apart: `1204` → "1,204". */
export function formatNumber(value: number): string {
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
  return grouped.format(value)
}

/** A number in short: `131072` → "131.1K". For room, not for exactness. */
export function formatCompact(value: number): string {
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
  return compact.format(value)
}

/** A count that may not be known: "?" then. */
export function formatCount(count: number | undefined): string {
  return count === undefined ? '?' : formatNumber(count)
}

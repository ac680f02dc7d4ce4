const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A number with its thousands set apart: `1204` → "1,204". */
export function formatNumber(value: number): string {
  return grouped.format(value)
}

/** A number in short: `131072` → "131.1K". For room, not for exactness. */
export function formatCompact(value: number): string {
  return compact.format(value)
}

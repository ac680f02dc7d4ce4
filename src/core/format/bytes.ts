const units = ['B', 'kB', 'MB', 'GB'] as const

/** A size in bytes in decimal units: `1204` → "1.2 kB", `25_000_000` → "25 MB". */
export function formatBytes(bytes: number): string {
  let size = Math.abs(bytes)
  let unit = 0
  // 999.5 would be rounded to "1000 kB".
  while (size >= (unit === 0 ? 1000 : 999.5) && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  const rounded = unit === 0 || size >= 100 ? Math.round(size) : Math.round(size * 10) / 10
  return `${bytes < 0 ? '−' : ''}${rounded} ${units[unit]}`
}

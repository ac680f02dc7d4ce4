const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How far a moment is from now, both in ms since 1970: "5 minutes ago", "in 20 seconds", "now". */
export function formatRelativeTime(atMs: number, nowMs: number): string {
  const seconds = Math.round((atMs - nowMs) / 1000)
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit)
  return words.format(seconds, 'second')
}

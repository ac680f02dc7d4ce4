/** A length of time given in ms: "312 ms", "1.8 s", "42 s", "3 min 5 s", "2 h 10 min". */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return twoParts(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  const minutes = Math.round(seconds / 60)
  return twoParts(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

/** The same with seconds from 10 ms on, so that all in a column compare at a glance: "0.20 s", "1.4 s". */
export function formatSeconds(ms: number): string {
  return ms >= 10 && ms < 999.5 ? `${(ms / 1000).toFixed(2)} s` : formatDuration(ms)
}

function twoParts(big: number, bigUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`
}

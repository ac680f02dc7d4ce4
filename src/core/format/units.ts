import { formatMicroUsd, formatUsd } from './money.ts'

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

/** A cost as its response reports it, DIEM beside USD; "≈" before one that is worked out. Undefined: not known. */
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

/** A moment (Unix ms) as the time of day here: "14:03:59". */
export function formatTime(atMs: number): string {
  return `${formatClock(atMs)}:${twoDigits(new Date(atMs).getSeconds())}`
}

/** A moment (Unix ms) as the time of day here, to the minute: "14:03". */
export function formatClock(atMs: number): string {
  // Not by `Intl`, whose first format takes a phone some 30 ms: every message has its time.
  const at = new Date(atMs)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** A moment (Unix ms) as brief as clear: "14:03:59" today, "Nov 3, 14:03", with the year in other years. */
export function formatDateTime(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs)
  const now = new Date(nowMs)
  if (at.toDateString() === now.toDateString()) return formatTime(atMs)
  const day = `${MONTHS[at.getMonth()]} ${at.getDate()}`
  const year = at.getFullYear() === now.getFullYear() ? '' : `${at.getFullYear()}, `
  return `${day}, ${year}${formatClock(atMs)}`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

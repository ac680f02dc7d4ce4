const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const minute = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const dateTime = new Intl.DateTimeFormat('en-US', minute)
const withYear = new Intl.DateTimeFormat('en-US', { ...minute, year: 'numeric' })

/** A moment (Unix ms) as the time of day here: "14:03:59". */
export function formatTime(atMs: number): string {
  return time.format(atMs)
}

/** A moment (Unix ms) as the time of day here, to the minute: "14:03". */
export function formatClock(atMs: number): string {
  return clock.format(atMs)
}

/**
 * A moment (Unix ms) as briefly as it is clear: "14:03:59" today, "Nov 3, 14:03" on other days, with
 * the year in other years.
 */
export function formatDateTime(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs)
  const now = new Date(nowMs)
  if (at.toDateString() === now.toDateString()) return formatTime(atMs)
  return (at.getFullYear() === now.getFullYear() ? dateTime : withYear).format(atMs)
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** A moment (Unix ms) as the time of day here: "14:03:59". */
export function formatTime(atMs: number): string {
  return time.format(atMs)
}

/** A moment (Unix ms) as the time of day here, to the minute: "14:03". */
export function formatClock(atMs: number): string {
  return clock.format(atMs)
}

/** A moment (Unix ms) with its date: "3 Nov 2026, 14:03:59". */
export function formatDateTime(atMs: number): string {
  return dateTime.format(atMs)
}

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

/**
 * A moment (Unix ms) as briefly as it is clear: "14:03:59" today, "Nov 3, 14:03" on other days, with
 * the year in other years.
 */
export function formatDateTime(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs)
  const now = new Date(nowMs)
  if (at.toDateString() === now.toDateString()) return formatTime(atMs)
  const day = `${MONTHS[at.getMonth()]} ${at.getDate()}`
  const year = at.getFullYear() === now.getFullYear() ? '' : `${at.getFullYear()}, `
  return `${day}, ${year}${formatClock(atMs)}`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

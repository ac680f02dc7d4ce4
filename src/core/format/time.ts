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
  const isThisYear = at.getFullYear() === now.getFullYear()
  return (isThisYear ? formats().inYear : formats().withYear).format(atMs)
}

let made: Record<'inYear' | 'withYear', Intl.DateTimeFormat> | undefined

function formats() {
  const minute = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  made ??= {
    inYear: new Intl.DateTimeFormat('en-US', minute),
    withYear: new Intl.DateTimeFormat('en-US', { ...minute, year: 'numeric' }),
  }
  return made
}

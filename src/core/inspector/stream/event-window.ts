/** Most rows of a list that are on the page at once. */
export const WINDOW = 200

/** The rows to show: from `start`, up to but not including `end`. */
export interface EventWindow {
  start: number
  end: number
}

/**
 * The newest rows. The start moves in steps of half a window, so that rows stay where they are while
 * a list grows.
 */
export function newestWindow(count: number): EventWindow {
  const step = WINDOW / 2
  return { start: Math.max(0, Math.floor((count - 1) / step) * step - step), end: count }
}

/** The rows from a chosen start. */
export function windowFrom(start: number, count: number): EventWindow {
  const first = Math.max(0, Math.min(start, count - 1))
  return { start: first, end: Math.min(count, first + WINDOW) }
}

import type { KeyboardEvent } from 'react'

type Steps = Readonly<Record<string, number>>

const ENDS: Steps = { Home: -Infinity, End: Infinity }
export const ROW: Steps = { ArrowRight: 1, ArrowLeft: -1, ...ENDS }
export const COLUMN: Steps = { ArrowDown: 1, ArrowUp: -1, ...ENDS }

interface Way {
  steps: Steps
  /** After the last comes the first, for steps of one. */
  isRound?: boolean
}

/**
 * Where a key leads from a place among `count`; −1: from none of them. Undefined where it leads nowhere.
 * @example
 * placeAfter('ArrowDown', 2, 3, { steps: COLUMN, isRound: true }) // 0
 */
export function placeAfter(
  key: string,
  at: number,
  count: number,
  { steps, isRound = false }: Way,
): number | undefined {
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined || count === 0) return undefined
  if (at < 0 && Number.isFinite(step)) return step > 0 ? 0 : count - 1
  if (isRound && Math.abs(step) === 1) return (at + step + count) % count
  return Math.max(0, Math.min(count - 1, at + step))
}

/** Moves the focus by keys within one stop of Tab, and gives what got it; undefined for other keys. */
export function moveFocus(
  event: KeyboardEvent,
  items: Iterable<HTMLElement>,
  way: Way,
): HTMLElement | undefined {
  const list = [...items]
  const at = list.findIndex((item) => item.contains(document.activeElement))
  const next = list[placeAfter(event.key, at, list.length, way) ?? -1]
  if (next === undefined) return undefined
  event.preventDefault()
  next.focus()
  return next
}

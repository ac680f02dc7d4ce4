import type { StreamEventRecord } from '../../client/exchanges/exchange.ts'

/** More events than this are drawn as columns, by how many fall together. */
const MAX_TICKS = 500
const COLUMNS = 200

interface TimelineSize {
  /** The time at the right edge, ms. */
  endMs: number
  /** Units of the drawing. */
  width: number
  height: number
}

/**
 * The `d` of an SVG path that shows when events arrived: one full tick each, or, for many events,
 * columns whose height is the share of the fullest one.
 */
export function timelinePath(
  events: Iterable<Pick<StreamEventRecord, 'at'>>,
  count: number,
  { endMs, width, height }: TimelineSize,
): string {
  const end = Math.max(endMs, 1)
  const place = (at: number) => Math.max(0, Math.min(1, at / end))
  const ticks: string[] = []
  const times = firstTimes(events, count)
  if (count <= MAX_TICKS) {
    for (const at of times) ticks.push(`M${round(place(at) * width)} 0V${height}`)
    return ticks.join('')
  }
  const columns: number[] = Array.from({ length: COLUMNS }, () => 0)
  for (const at of times) {
    const column = Math.min(COLUMNS - 1, Math.floor(place(at) * COLUMNS))
    columns[column] = (columns[column] ?? 0) + 1
  }
  const fullest = Math.max(...columns)
  columns.forEach((held, column) => {
    if (held === 0) return
    const x = round(((column + 0.5) / COLUMNS) * width)
    ticks.push(`M${x} ${height}V${round(height - (held / fullest) * height)}`)
  })
  return ticks.join('')
}

function firstTimes(events: Iterable<Pick<StreamEventRecord, 'at'>>, count: number): number[] {
  const times: number[] = []
  for (const { at } of events) {
    if (times.length === count) break
    times.push(at)
  }
  return times
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

import type { EventSequence } from '../../client/exchanges/exchange.ts'
import { isLoud, STRIP_COLUMNS } from '../../client/stream/stream-clocks.ts'

/** The tick strip of a response that is still coming. */
export interface LiveStrip {
  /** As in `tick-strip.ts`; what is to come is empty. */
  strip: string
  /** ms per column. */
  unit: number
  /** Events in it. */
  read: number
}

/** A strip at its start: three seconds wide. */
export const EMPTY_STRIP: LiveStrip = { strip: '.'.repeat(STRIP_COLUMNS), unit: 50, read: 0 }

/**
 * A strip with the events that came since. It fills from the left at one scale, so that nothing in it
 * moves; an event beyond its end makes two columns one. Only new events are read: a long response
 * costs no more than a short one.
 */
export function growStrip(before: LiveStrip, events: EventSequence, eventCount: number): LiveStrip {
  if (eventCount === before.read) return before
  let columns = before.strip.split('')
  let { unit } = before
  for (const event of events.slice(before.read, eventCount)) {
    while (event.at >= unit * STRIP_COLUMNS) {
      columns = columns.map((_, at) => louder(columns[2 * at], columns[2 * at + 1]))
      unit *= 2
    }
    const column = Math.floor(event.at / unit)
    columns[column] = louder(columns[column], isLoud(event.data) ? '|' : ':')
  }
  return { strip: columns.join(''), unit, read: eventCount }
}

function louder(one = '.', other = '.'): string {
  return one === '.' || other === '|' ? other : one
}

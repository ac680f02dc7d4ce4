import type { Exchange } from '../exchanges/exchange.ts'

/** Columns of a strip: it is a few hundred pixels wide at most. */
export const STRIP_COLUMNS = 60

/**
 * When the events of a response came, as a text of 60 columns over its time from sent to end: `.`
 * none, `:` some, `|` a tool call or an error among them. A response that did not stream has a tick
 * for its headers and one for its end. Undefined where nothing came, or it is not over.
 */
export function tickStrip({ events, eventCount, timing }: TickSource): string | undefined {
  const { end, headers } = timing
  if (end === undefined || headers === undefined) return undefined
  const columns = Array.from({ length: STRIP_COLUMNS }, () => '.')
  const mark = (at: number, tick: string) => {
    const column = Math.min(STRIP_COLUMNS - 1, Math.floor((at / Math.max(end, 1)) * STRIP_COLUMNS))
    if (columns[column] !== '|') columns[column] = tick
  }
  if (eventCount === 0) for (const at of [headers, end]) mark(at, ':')
  for (let index = 0; index < eventCount; index += 1) {
    const event = events.at(index)
    if (event !== undefined) mark(event.at, isLoud(event.data) ? '|' : ':')
  }
  return columns.join('')
}

type TickSource = Pick<Exchange, 'events' | 'eventCount' | 'timing'>

/**
 * Whether an event is a tool call or an error. Told by its text alone: parsing thousands of events again
 * would hold up the page.
 */
export function isLoud(data: string): boolean {
  return data.includes('"tool_calls":[') || data.startsWith('{"error"')
}

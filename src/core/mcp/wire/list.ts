import type { JsonValue } from '../../../../contract/json.ts'
import { notMcp } from '../faults/fault.ts'
import { MAX_CURSOR_CHARS, MAX_ITEMS, MAX_PAGES } from '../limits.ts'
import type { ReadItem } from '../read/items.ts'
import type { Listed, ToolServerResult } from '../server-data.ts'
import { sendRequest, type Sent } from './send.ts'
import type { Wire } from './wire.ts'

/** The most notes of a list; more say the same. */
const MAX_NOTES = 20

/** A list that a server has: the method that returns it, and the name of the array in its result. */
interface ListRequest<T> {
  method: string
  key: string
  read: (value: JsonValue) => ReadItem<T>
}

/** Lists everything, page by page, up to the bounds; of two items of one name the first is kept. */
export async function list<T>(
  wire: Wire,
  { method, key, read }: ListRequest<T>,
  signal: AbortSignal,
): Promise<ToolServerResult<Listed<T>> & { sent: Sent }> {
  const items = new Map<string, T>()
  const notes = new Set<string>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const sent = await sendRequest(wire, { method, params }, signal)
    const exchangeId = sent.exchange.id
    if (!sent.ok) return { ok: false, failure: sent.failure, exchangeId, sent }
    const values = sent.result[key]
    if (!Array.isArray(values))
      return { ok: false, failure: notMcp(`an array “${key}”`), exchangeId, sent }
    for (const value of values) {
      if (items.size >= MAX_ITEMS) break
      const one = read(value)
      if (!one.ok) notes.add(one.note)
      else if (items.has(one.key))
        notes.add(`${one.key} is listed twice: the second one was left out.`)
      else items.set(one.key, one.item)
      if (notes.size >= MAX_NOTES) break
    }
    const next = sent.result['nextCursor']
    const isNext = typeof next === 'string' && next !== '' && next.length <= MAX_CURSOR_CHARS
    const isEndless = isNext && (page === MAX_PAGES || cursors.has(next))
    if (isEndless || items.size >= MAX_ITEMS || notes.size >= MAX_NOTES)
      notes.add('The list was cut off: it is too long, or repeats itself.')
    else if (isNext) {
      cursors.add(next)
      cursor = next
      continue
    }
    return { ok: true, value: { items: [...items.values()], notes: [...notes] }, exchangeId, sent }
  }
}

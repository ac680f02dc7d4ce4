import { decrypted } from '../../client/e2ee/decrypted-events.ts'
import type { EventSequence, StreamEventRecord } from '../../client/exchanges/exchange.ts'
import { type EventKind, eventKind, isNotUnderstood } from './event-kind.ts'

/** Which events are wanted. */
export interface EventFilter {
  /** Found anywhere in an event's name or data, as it came or opened, in any case; empty for all. */
  text: string
  /** Undefined for all kinds. */
  kind: EventKind | undefined
  /** By which the service names its own members. */
  providerName: string
}

/** The indexes of the wanted among the first `count` events, in their order. */
export function filterEvents(
  events: EventSequence,
  count: number,
  { text, kind, providerName }: EventFilter,
): number[] {
  const sought = text.trim().toLowerCase()
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    const record = events.at(index)
    if (record === undefined) break
    if (kind === 'not understood') {
      if (!isNotUnderstood(record, providerName)) continue
    } else if (kind !== undefined && eventKind(record) !== kind) continue
    if (sought !== '' && !holds(record, sought) && !holds(decrypted(record), sought)) continue
    found.push(index)
  }
  return found
}

function holds({ event = '', data }: StreamEventRecord, sought: string): boolean {
  return `${event}\n${data}`.toLowerCase().includes(sought)
}

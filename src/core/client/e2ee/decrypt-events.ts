import type { WireReading } from '../../../../contract/chat/read/read-event.ts'
import type { Open } from '../../../../contract/e2ee/envelope.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { causeOf } from '../cause.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'
import { recordDecrypted } from './decrypted-events.ts'
import { replaceEnvelopes, saysPlain } from './plain-text.ts'

/** How events are read, by which it is known what in them would be shown, and masked once they are open. */
export interface EventReading {
  read: (event: StreamEventRecord) => readonly WireReading[]
  mask: (data: string) => string
}

/** Events with their envelopes opened. */
interface DecryptedEvents {
  events: StreamEventRecord[]
  /** Why no more are opened: the one after them holds plain text, or an envelope that does not open. */
  failure?: Failure
}

/** Opens a batch of events, up to the first that can't be trusted. */
export type EventDecrypter = (
  events: readonly StreamEventRecord[],
  reading: EventReading,
) => Promise<DecryptedEvents>

/**
 * Opens every envelope in the choices of a streamed answer, or of a whole one as its only event, and notes the events
 * as opened here. Nothing of an event is taken in which anything of the answer came as plain text.
 */
export function eventDecrypter(open: Open): EventDecrypter {
  return async (events, { read, mask }) => {
    const opened: StreamEventRecord[] = []
    // One after the other: the first piece of an answer brings the key for the others.
    for (const event of events) {
      const texts = new Map<string, string>()
      const blank = replaceEnvelopes(event.data, (envelope) => {
        texts.set(envelope, '')
        return ''
      })
      if (saysPlain(read({ ...event, data: blank }))) return { events: opened, failure: DOWNGRADED }
      if (texts.size === 0) {
        opened.push(event)
        continue
      }
      try {
        for (const envelope of texts.keys()) texts.set(envelope, await open(envelope))
      } catch (error) {
        return { events: opened, failure: notDecrypted(error) }
      }
      const data = replaceEnvelopes(event.data, (envelope) => texts.get(envelope) ?? '')
      const inside = { ...event, data: mask(data) }
      recordDecrypted(event, inside)
      opened.push(inside)
    }
    return { events: opened }
  }
}

const DOWNGRADED: Failure = {
  kind: 'downgraded',
  message: 'Part of the response came as plain text, although the request was encrypted.',
}

function notDecrypted(error: unknown): Failure {
  return {
    kind: 'not_decrypted',
    message: 'A piece of the response did not open with the key of this request.',
    cause: causeOf(error),
  }
}

import { isEnvelope, type Open } from '../../../../contract/e2ee/envelope.ts'
import { isJsonObject, readJson, type JsonObject } from '../../../../contract/json.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'
import { recordDecrypted } from './decrypted-events.ts'

/** Events with their envelopes opened. */
interface DecryptedEvents {
  events: StreamEventRecord[]
  /** True when something of the answer came as plain text. */
  plain: boolean
}

/** Opens a batch of events and masks secrets in their data. @throws when an envelope does not open */
export type EventDecrypter = (
  events: readonly StreamEventRecord[],
  mask: (data: string) => string,
) => Promise<DecryptedEvents>

/** The members of a delta that travel sealed, in all their spellings. */
const SEALED = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const

/**
 * Opens the text and the reasoning in the events of a streamed answer, and notes them as opened here;
 * everything else stays.
 */
export function eventDecrypter(open: Open): EventDecrypter {
  return async (events, mask) => {
    let plain = false
    let hasEnvelope = false
    const openText = async (text: string) => {
      if (isEnvelope(text)) {
        hasEnvelope = true
        return open(text)
      }
      plain ||= text !== ''
      return text
    }
    const openDelta = async (delta: JsonObject): Promise<JsonObject> => {
      const inside = { ...delta }
      for (const name of SEALED) {
        const text = delta[name]
        if (typeof text === 'string') inside[name] = await openText(text)
      }
      return inside
    }
    const opened: StreamEventRecord[] = []
    // One after the other: the first piece of an answer brings the key for the others.
    for (const event of events) {
      const inside = await withDeltas(event, openDelta, mask)
      if (hasEnvelope) recordDecrypted(event, inside)
      hasEnvelope = false
      opened.push(inside)
    }
    return { events: opened, plain }
  }
}

async function withDeltas(
  event: StreamEventRecord,
  change: (delta: JsonObject) => Promise<JsonObject>,
  mask: (data: string) => string,
): Promise<StreamEventRecord> {
  const chunk = readJson(event.data)
  if (!isJsonObject(chunk) || !Array.isArray(chunk['choices'])) return event
  const choices = await Promise.all(
    chunk['choices'].map(async (choice) => {
      if (!isJsonObject(choice) || !isJsonObject(choice['delta'])) return choice
      return { ...choice, delta: await change(choice['delta']) }
    }),
  )
  return { ...event, data: mask(JSON.stringify({ ...chunk, choices })) }
}

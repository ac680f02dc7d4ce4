import { withMedia } from '../../../../contract/chat/answer-media.ts'
import type { ChunkChoice } from '../../../../contract/chat/read/read-chunk.ts'
import {
  readEvent,
  readWhole,
  type WireReading,
} from '../../../../contract/chat/read/read-event.ts'
import { holdsText } from '../../../../contract/chat/read/reading.ts'
import { isEnvelope } from '../../../../contract/e2ee/envelope-shape.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { mapTexts } from '../../../../contract/headers/secrets/event-mask.ts'
import { isJsonObject, type JsonValue, readJson } from '../../../../contract/json.ts'
import type { Exchange, StreamEventRecord } from '../exchanges/exchange.ts'

/** The data of an event with each envelope in its choices replaced; as it is where there is none. */
export function replaceEnvelopes(data: string, replace: (envelope: string) => string): string {
  const chunk = readJson(data)
  if (!isJsonObject(chunk) || chunk['choices'] === undefined) return data
  const before = chunk['choices']
  const choices = mapTexts(before, (text) => (isEnvelope(text) ? replace(text) : text))
  return choices === before ? data : JSON.stringify({ ...chunk, choices })
}

/**
 * Whether anything of an answer is left in what was read once its envelopes are empty: it came as plain text, under
 * whatever name the reader finds it, or under one that it doesn't know.
 */
export function saysPlain(readings: readonly WireReading[]): boolean {
  return readings.some((reading) => {
    if (reading.kind !== 'chunk') return reading.kind === 'not understood'
    const { citations, choices, odd } = reading.chunk
    return (
      citations.length > 0 ||
      choices.some(choiceSays) ||
      odd.some((place) => ODD_TEXT.test(place) || (choices.length === 0 && !FACTS.test(place)))
    )
  })
}

/** Where a text that is not known stood, which may have been part of the answer. */
const ODD_TEXT = /^(?:choices|\.)(?!.*\.(?:index|finish_reason)$)/
/** Where what stands beside an answer could not be read. */
const FACTS = /^(?:choices|id|model|usage|cost|vendor_parameters)\b/
/** What describes a detail of the reasoning, or only its model can read. */
const DETAIL_LABELS = new Set(['type', 'format', 'id', 'index', 'signature', 'data'])

function choiceSays(choice: ChunkChoice): boolean {
  const { content, reasoning, refusal, repeated = '', calls, logprobs, media = {} } = choice
  return (
    content + reasoning + refusal + repeated !== '' ||
    calls.some(({ name, arguments: json }) => name + json !== '') ||
    logprobs.length > 0 ||
    withMedia([], media).length > 0 ||
    choice.reasoningDetails.some((detail) =>
      Object.entries(detail).some(
        ([name, value]) =>
          !DETAIL_LABELS.has(name) && value != null && holdsText(value as JsonValue),
      ),
    )
  )
}

/** Whether something of the answer to an encrypted request came as plain text. */
export function hasPlainText({
  events,
  body,
  providerName = 'vendor',
}: Pick<Exchange, 'events'> & Partial<Pick<Exchange, 'providerName' | 'body'>>): boolean {
  const context = { providerName, nowMs: 0 }
  const withoutEnvelopes = (data: string) => replaceEnvelopes(data, () => '')
  return (
    (body?.kind === 'json' &&
      saysPlain(readWhole(withoutEnvelopes(JSON.stringify(body.value)), context))) ||
    [...events].some(({ data }) => saysPlain(readEvent({ data: withoutEnvelopes(data) }, context)))
  )
}

/**
 * What was in the envelopes of events, by the event as it came. It is held no longer than that event and in
 * memory alone: an exchange holds the wire, and so does whatever is kept or exported of it.
 */
const opened = new WeakMap<StreamEventRecord, StreamEventRecord>()

/** Notes an event with its envelopes opened. */
export function recordDecrypted(event: StreamEventRecord, inside: StreamEventRecord): void {
  opened.set(event, inside)
}

/** An event with its envelopes opened; undefined when it has none, or this page did not open them. */
export function decryptedEvent(event: StreamEventRecord): StreamEventRecord | undefined {
  return opened.get(event)
}

/** An event as this page read it: opened where it was, as it came elsewhere. */
export function decrypted(event: StreamEventRecord): StreamEventRecord {
  return opened.get(event) ?? event
}

/** Why a request was not encrypted, and so not sent. */
export function notEncrypted(why: string): Failure {
  return { kind: 'not_encrypted', message: `It was to be encrypted end to end, but ${why}` }
}

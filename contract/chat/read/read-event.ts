import { readStreamError } from '../../errors/read-service-error.ts'
import type { ServiceError } from '../../errors/service-error.ts'
import {
  endOfString,
  isJsonObject,
  isNestedTooDeeply,
  MAX_JSON_DEPTH,
  readJson,
  type JsonValue,
} from '../../json.ts'
import { neutralBody } from '../../provider-name.ts'
import { withChunk, withNotes, withNotUnderstood, type Answer } from '../answer.ts'
import type { ServerEvent } from './event-decoder.ts'
import { readChunk, type ChatChunk } from './read-chunk.ts'
import { holdsText, type WireNote } from './reading.ts'

/** What is needed to read what a server sends. */
export interface ReadingContext {
  /** The wire name of the provider, by which its members are named. */
  providerName: string
  /** `CF-RAY` of the response. */
  requestId?: string | undefined
  /** Unix ms. */
  nowMs: number
}

/** What an event, or the whole body of a response, says. */
export type WireReading =
  | { kind: 'chunk'; chunk: ChatChunk }
  /** The response failed; nothing that follows counts. */
  | { kind: 'error'; error: ServiceError }
  /** `[DONE]`: nothing follows, whether or not the connection is closed. */
  | { kind: 'end' }
  /** Nothing of a response was found in it. */
  | { kind: 'not understood' }
  | { kind: 'note'; note: WireNote }

/** Reads one event of a streamed chat completion. Several readings where a server runs events together. */
export function readEvent(event: ServerEvent, context: ReadingContext): WireReading[] {
  const data = event.data.trim()
  if (data === STREAM_END) return [{ kind: 'end' }]
  if (data === '' || isKeepAlive(event.event) || isKeepAlive(data)) return []
  const { value, pruned } = readJsonPruned(data)
  if (event.event === 'error') return [namedError(value, data, context)]
  if (value !== undefined) return withNote(pruned && 'nested_deeply', readValue(value, context))
  if (!data.includes('\n')) return [{ kind: 'not understood' }]
  const readings = data.split('\n').flatMap((line) => readEvent({ data: line }, context))
  return withNote('events_unparted', readings)
}

/** Nothing is said by it: the connection is kept open. */
function isKeepAlive(word: JsonValue | undefined): boolean {
  return typeof word === 'string' && /^(?:ping|heartbeat|keep[-_]?alive)$/i.test(word)
}

/**
 * Reads the body of a response that was not streamed, whatever its label: a chat completion, an error with status 200,
 * a list of chunks, or a line each.
 */
export function readWhole(text: string, context: ReadingContext): WireReading[] {
  const { value, pruned } = readJsonPruned(text.trim())
  if (Array.isArray(value)) return value.flatMap((chunk) => readValue(chunk, context))
  if (value !== undefined) return withNote(pruned && 'nested_deeply', readValue(value, context))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isLines = lines.length > 1 && lines.every((line) => /^\s*(?:\{|\[DONE\])/.test(line))
  if (!isLines) return [{ kind: 'not understood' }]
  return lines.flatMap((line) => readEvent({ data: line }, context))
}

/**
 * Whether a body holds one response, all of it. Of one in pieces, or one that breaks off, the choices say themselves
 * why they end.
 */
export function isOneResponse(readings: readonly WireReading[]): boolean {
  const said = readings.filter(({ kind }) => kind !== 'note')
  return said.length === 1 && said[0]?.kind === 'chunk'
}

const STREAM_END = '[DONE]'

function readValue(value: JsonValue, context: ReadingContext): WireReading[] {
  const neutral = neutralBody(value, context.providerName)
  const chunk = readChunk(neutral)
  const error = readStreamError(neutral, context.nowMs, context.requestId)
  // What was said before it failed is kept, also where both come at once.
  const said: WireReading[] =
    chunk !== undefined && (error === undefined || chunk.choices.length > 0)
      ? [{ kind: 'chunk', chunk }]
      : []
  if (error !== undefined) return [...said, { kind: 'error', error }]
  if (said.length > 0 || saysNothing(value)) return said
  return [{ kind: 'not understood' }]
}

function saysNothing(value: JsonValue): boolean {
  if (!isJsonObject(value)) return !holdsText(value)
  const { type, ...others } = value
  return !holdsText(others) && (isKeepAlive(type) || !holdsText(type ?? null))
}

/** An event named `error` is one whatever its data: an object, or bare text. */
function namedError(
  value: JsonValue | undefined,
  data: string,
  { nowMs, requestId }: ReadingContext,
): WireReading {
  const hasError = isJsonObject(value) && 'error' in value
  const body: JsonValue = hasError ? value : { error: value ?? { message: data.slice(0, 2000) } }
  const error = readStreamError(body, nowMs, requestId)
  return error === undefined ? { kind: 'not understood' } : { kind: 'error', error }
}

function withNote(note: WireNote | false, readings: WireReading[]): WireReading[] {
  return note === false ? readings : [{ kind: 'note', note }, ...readings]
}

/**
 * The answer with what an event or a body said; nothing after an error, or after the end, changes it.
 * @returns also the error, and whether the server said that nothing follows
 */
export function withReadings(
  answer: Answer,
  readings: readonly WireReading[],
): { answer: Answer; failure?: ServiceError; isEnded?: true } {
  let state = answer
  for (const reading of readings) {
    if (reading.kind === 'error') return { answer: state, failure: reading.error }
    if (reading.kind === 'end') return { answer: state, isEnded: true }
    if (reading.kind === 'chunk') state = withChunk(state, reading.chunk)
    else if (reading.kind === 'note') state = withNotes(state, [reading.note])
    else state = withNotUnderstood(state)
  }
  return { answer: state }
}

/**
 * The value of a JSON text whose deepest parts may be missing: what is nested deeper than
 * {@link MAX_JSON_DEPTH} is null in it, so that the rest can still be read.
 * @returns no value for a text that is not JSON
 */
function readJsonPruned(text: string): { value?: JsonValue; pruned: boolean } {
  const pruned = isNestedTooDeeply(text)
  const value = readJson(pruned ? withoutDepths(text) : text)
  return value === undefined ? { pruned } : { value, pruned }
}

function withoutDepths(text: string): string {
  let kept = ''
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') {
      depth += 1
      if (depth === MAX_JSON_DEPTH + 1) kept += `${text.slice(from, at)}null`
    } else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === MAX_JSON_DEPTH) from = at + 1
    }
  }
  return depth > MAX_JSON_DEPTH ? kept : kept + text.slice(from)
}

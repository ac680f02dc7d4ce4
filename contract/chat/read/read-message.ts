import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts'
import type { ReasoningDetail } from '../messages.ts'
import { readAnnotations } from './read-facts.ts'
import { holdsText, KNOWN_TEXTS, type Reading } from './reading.ts'

/** A piece of a tool call. */
export interface CallPiece {
  /** As the server counts; absent where it doesn't, or counts below 0. */
  index?: number
  id: string
  name: string
  /** JSON text, in pieces. */
  arguments: string
  /** Members that are not known here, to go back with the call as they came. */
  more?: JsonObject
}

/** What a message, whole or a piece of one, says. */
export interface Spoken {
  content: string
  reasoning: string
  /** The reasoning stands under the contract's own name. */
  isReasoningContent?: true
  refusal: string
  reasoningDetails: readonly ReasoningDetail[]
  calls: readonly CallPiece[]
  /** What may hold pictures, sounds, films and files: `withMedia`. */
  media?: JsonObject
  /** Members that are not known here. */
  more?: JsonObject
}

const MAX_CALLS = 256

/** What is read of a message or a delta; all other members are kept as they came. */
const READ_MEMBERS: ReadonlySet<string> = new Set([
  'role',
  'name',
  'content',
  'reasoning_content',
  'reasoning',
  'thinking',
  'reasoning_details',
  'refusal',
  'tool_calls',
  'function_call',
  'audio',
  'images',
  'obfuscation',
])

const silent: Spoken = { content: '', reasoning: '', refusal: '', reasoningDetails: [], calls: [] }

/** A delta or a message that is no object but says something all the same. */
export function readLoose(reading: Reading, value: JsonValue | undefined, place: string): Spoken {
  if (value === undefined || value === null) return silent
  const { content, reasoning, refusal, odd } = readParts(value)
  if (odd > 0) reading.aside(place)
  return { ...silent, content, reasoning, refusal }
}

/** Reads a message, or the delta of one, member by member. */
export function readMessage(reading: Reading, message: JsonObject, place: string): Spoken {
  const parts = readParts(message['content'])
  if (parts.odd > 0) reading.aside(`${place}.content`)
  const refusal = readParts(message['refusal'])
  if (refusal.odd > 0) reading.aside(`${place}.refusal`)
  const reasoning = reasoningOf(reading, message, place)
  const calls = callsOf(reading, message, place)
  readAnnotations(reading, message['annotations'])
  const media = mediaMembers(message)
  const more = moreOf(reading, message, place)
  return {
    content: parts.content + refusal.reasoning,
    reasoning: reasoning + parts.reasoning,
    refusal: parts.refusal + refusal.content + refusal.refusal,
    reasoningDetails: detailsOf(
      reading,
      message['reasoning_details'],
      `${place}.reasoning_details`,
    ),
    calls,
    ...(typeof message['reasoning_content'] === 'string' &&
      message['reasoning_content'] !== '' && { isReasoningContent: true }),
    ...(media && { media }),
    ...(more && { more }),
  }
}

/** `reasoning_content` goes first where a server sends the same words under two names. */
function reasoningOf(reading: Reading, message: JsonObject, place: string): string {
  for (const name of ['reasoning_content', 'reasoning', 'thinking'] as const) {
    const value = message[name]
    if (value === undefined || value === null || value === '') continue
    const { content, reasoning, odd } = readParts(
      isJsonObject(value) ? { type: 'reasoning', ...value } : value,
    )
    if (odd > 0) reading.aside(`${place}.${name}`)
    if (content + reasoning !== '') return content + reasoning
  }
  return ''
}

function detailsOf(
  reading: Reading,
  value: JsonValue | undefined,
  place: string,
): readonly ReasoningDetail[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    reading.aside(place)
    return []
  }
  const details = value.filter(isDetail)
  if (details.length < value.length) reading.aside(place)
  return details
}

function callsOf(reading: Reading, message: JsonObject, place: string): CallPiece[] {
  const { tool_calls: listed, function_call: legacy } = message
  const list = Array.isArray(listed) ? listed : isJsonObject(listed) ? [listed] : []
  if (listed !== undefined && listed !== null && typeof listed !== 'object')
    reading.aside(`${place}.tool_calls`)
  if (list.length > MAX_CALLS) reading.aside(`${place}.tool_calls`)
  const calls = list
    .slice(0, MAX_CALLS)
    .flatMap((call, at) =>
      isJsonObject(call)
        ? callOf(reading, call, `${place}.tool_calls[${at}]`)
        : (reading.aside(`${place}.tool_calls[${at}]`) ?? []),
    )
  if (!isJsonObject(legacy)) {
    if (legacy !== undefined && legacy !== null) reading.aside(`${place}.function_call`)
    return calls
  }
  return [...calls, callOf(reading, { function: legacy }, `${place}.function_call`)]
}

function callOf(reading: Reading, call: JsonObject, place: string): CallPiece {
  const { index, id, type, function: called, name, arguments: flat, ...others } = call
  const isNested = isJsonObject(called)
  if (!isNested && called !== undefined && called !== null) reading.aside(`${place}.function`)
  const inner: JsonObject = isNested ? called : {}
  const { name: innerName, arguments: innerArguments, ...innerOthers } = inner
  if (!isNested && name === undefined && flat === undefined) reading.unknownTexts(others, place)
  reading.unknownTexts(innerOthers, `${place}.function`)
  const kept: JsonObject = {
    ...(typeof type === 'string' && type !== 'function' && type !== '' && { type }),
    ...others,
    ...(Object.keys(innerOthers).length > 0 && { function: innerOthers }),
  }
  const at = indexOfCall(reading, index, `${place}.index`)
  return {
    id: reading.text(id, `${place}.id`) ?? '',
    name: reading.text(innerName ?? name, `${place}.function.name`) ?? '',
    arguments: argumentsOf(reading, innerArguments ?? flat),
    ...(at !== undefined && { index: at }),
    ...(Object.keys(kept).length > 0 && { more: kept }),
  }
}

function indexOfCall(
  reading: Reading,
  value: JsonValue | undefined,
  place: string,
): number | undefined {
  if (typeof value === 'number' && value < 0) {
    reading.notes.add('tool_index_negative')
    return undefined
  }
  return reading.count(value, place)
}

function argumentsOf(reading: Reading, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  reading.notes.add('tool_arguments_object')
  return JSON.stringify(value)
}

/** Members of a message that are not known here; a text among them may have been part of the answer. */
function moreOf(reading: Reading, message: JsonObject, place: string): JsonObject | undefined {
  let more: JsonObject | undefined
  for (const name of Object.keys(message)) {
    const value = message[name]
    if (READ_MEMBERS.has(name) || name === '__proto__') continue
    if (value === null || value === undefined || value === '') continue
    if (name === 'annotations' && isEmptyList(value)) continue
    more ??= {}
    more[name] = value
    // They are read as sources, and go back as they came.
    if (name === 'annotations') continue
    if (KNOWN_TEXTS.has(name) || typeof value === 'boolean' || typeof value === 'number') continue
    if (typeof value === 'string' || holdsText(value)) reading.aside(`${place}.${name}`)
  }
  return more
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0
}

function mediaMembers({ content, images, audio }: JsonObject): JsonObject | undefined {
  const isPlain = !Array.isArray(content) && images == null && audio == null
  return isPlain ? undefined : { content, images, audio }
}

function isDetail(value: JsonValue): value is JsonObject & ReasoningDetail {
  return isJsonObject(value) && typeof value['type'] === 'string'
}

/** What the content of a message or a delta says, in its parts' order. */
interface PartsText {
  content: string
  reasoning: string
  refusal: string
  /** Parts that hold neither text nor media. */
  odd: number
}

const THINKING_PARTS: ReadonlySet<unknown> = new Set(['thinking', 'reasoning', 'reasoning_text'])
const MEDIA_MEMBERS = ['image_url', 'video_url', 'input_audio', 'audio', 'file', 'image'] as const
const MAX_DEPTH = 8

/**
 * Reads content in any of its forms: a text, a list of parts, one part, or a number where a text belongs. Mistral
 * sends its thinking as a part of the content.
 */
export function readParts(value: JsonValue | undefined): PartsText {
  const text: PartsText = { content: '', reasoning: '', refusal: '', odd: 0 }
  addPart(text, value, 'content', 0)
  return text
}

type Target = 'content' | 'reasoning' | 'refusal'

function addPart(
  text: PartsText,
  part: JsonValue | undefined,
  target: Target,
  depth: number,
): void {
  if (part === undefined || part === null) return
  if (typeof part !== 'object') {
    text[target] += String(part)
  } else if (depth > MAX_DEPTH) {
    text.odd += 1
  } else if (Array.isArray(part)) {
    for (const inner of part) addPart(text, inner, target, depth + 1)
  } else if (isJsonObject(part)) {
    const { type } = part
    const into = THINKING_PARTS.has(type) ? 'reasoning' : type === 'refusal' ? 'refusal' : target
    const said = saidBy(part, into)
    if (said !== undefined) addPart(text, said, into, depth + 1)
    else if (!MEDIA_MEMBERS.some((name) => isJsonObject(part[name]))) text.odd += 1
  }
}

/** The member that holds what a part says. */
function saidBy(part: Readonly<Record<string, JsonValue | undefined>>, target: Target) {
  if (target === 'reasoning')
    return part['thinking'] ?? part['text'] ?? part['reasoning'] ?? part['summary']
  if (target === 'refusal') return part['refusal'] ?? part['text']
  return part['text'] ?? part['content'] ?? part['value']
}

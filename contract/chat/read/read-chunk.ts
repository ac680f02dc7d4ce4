import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts'
import type { Citation, Cost, TokenLogprob, VendorEcho } from '../response.ts'
import { readCost, readEcho, readLogprobs, readUsage, type TokenCounts } from './read-facts.ts'
import { readLoose, readMessage, readParts, type Spoken } from './read-message.ts'
import { holdsText, Reading, type WireNote } from './reading.ts'

/** What a chunk, or a whole response, adds to one choice. */
export interface ChunkChoice extends Spoken {
  index: number
  logprobs: readonly TokenLogprob[]
  /** The content of a message beside the delta, which says once more what was said. */
  repeated?: string
  /** Absent until the choice ends; never empty. */
  finishReason?: string
}

/** A chunk of a stream, or a whole response, as far as it can be read. */
export interface ChatChunk {
  id?: string
  model?: string
  choices: readonly ChunkChoice[]
  usage?: TokenCounts
  cost?: Cost
  echo?: VendorEcho
  citations: readonly Citation[]
  /** Where members stood that could not be read, such as `choices[0].delta.content`; empty when all was. */
  odd: readonly string[]
  /** What the server does in a way of its own. */
  notes: readonly WireNote[]
}

/** More choices than this are not real: a hostile index must not allocate memory. */
const MAX_CHOICES = 128

/**
 * Reads a chunk of a streamed chat completion or a whole one, with neutral names, member by member: what can't be read
 * is set aside and named in `odd`, the rest is taken. Undefined for a value that holds nothing of a response.
 */
export function readChunk(value: JsonValue): ChatChunk | undefined {
  if (!isJsonObject(value)) return undefined
  const reading = new Reading()
  const choices = choicesOf(reading, value)
  const usage = readUsage(reading, value['usage'])
  const cost = readCost(reading, value['cost'])
  const { echo, citations } = readEcho(reading, value)
  const id = reading.text(value['id'], 'id')
  const model = reading.text(value['model'], 'model')
  unknownMembers(reading, value)
  const isResponse = PAYLOAD.some((name) => value[name] !== undefined) || isNamedChunk(value)
  if (!isResponse && choices.length === 0 && reading.odd.length === 0) return undefined
  return {
    choices,
    citations: [...citations, ...reading.sources],
    odd: reading.odd,
    notes: [...reading.notes],
    ...(id && { id }),
    ...(model && { model }),
    ...(usage && { usage }),
    ...(cost && { cost }),
    ...(echo && { echo }),
  }
}

/** One of these makes an object a response, or a chunk of one; so does its own word. */
const PAYLOAD = ['choices', 'usage', 'cost', 'vendor_parameters', 'citations'] as const

function isNamedChunk({ object }: JsonObject): boolean {
  return typeof object === 'string' && object.startsWith('chat.completion')
}

/** Members of a response that are read, or hold nothing of the answer. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set([
  'choices',
  'usage',
  'cost',
  'vendor_parameters',
  'message',
  'delta',
  'error',
  'citations',
  'search_results',
  'images',
  'related_questions',
  'service_tier',
  'kv_transfer_params',
  'prompt_filter_results',
  'prompt_logprobs',
  'prompt_token_ids',
  'prompt_annotations',
])

const KNOWN_CHOICE_MEMBERS: ReadonlySet<string> = new Set([
  'index',
  'finish_reason',
  'native_finish_reason',
  'stop_reason',
  'logprobs',
  'content_filter_results',
  'error',
  'matched_stop',
])

function choicesOf(reading: Reading, value: JsonObject): ChunkChoice[] {
  const { choices } = value
  const isBare = isJsonObject(value['message']) || isJsonObject(value['delta'])
  if (Array.isArray(choices) && (choices.length > 0 || !isBare)) {
    const read = choices.flatMap(
      (choice, at) => choiceOf(reading, choice, `choices[${at}]`, at) ?? [],
    )
    if (read.length < choices.length && choices.length > MAX_CHOICES) reading.aside('choices')
    return read
  }
  if (isJsonObject(choices)) return listOf(choiceOf(reading, choices, 'choices', 0))
  if (choices !== undefined && choices !== null && !Array.isArray(choices)) reading.aside('choices')
  // Ollama's own form has one message, without a list of choices.
  return isBare ? listOf(choiceOf(reading, value, '', 0)) : []
}

function choiceOf(
  reading: Reading,
  value: JsonValue,
  place: string,
  at: number,
): ChunkChoice | undefined {
  if (!isJsonObject(value)) return reading.aside(place)
  // Choices without an index are counted as they stand.
  const index = reading.count(value['index'], `${place}.index`) ?? at
  if (index >= MAX_CHOICES) return reading.aside(`${place}.index`)
  const { delta, message: beside } = value
  const name = delta != null || beside == null ? 'delta' : 'message'
  const message = value[name] ?? textCompletion(value)
  const repeated =
    name === 'delta' && isJsonObject(beside) ? readParts(beside['content']).content : ''
  const spoken = isJsonObject(message)
    ? readMessage(reading, message, `${place}.${name}`)
    : readLoose(reading, message, `${place}.${name}`)
  if (message === undefined || message === null) unknownChoice(reading, value, place)
  const finishReason = reading.text(
    value['finish_reason'] ?? value['done_reason'],
    `${place}.finish_reason`,
  )
  if (finishReason === '') reading.notes.add('finish_reason_empty')
  return {
    index,
    ...spoken,
    logprobs: readLogprobs(reading, value['logprobs'], `${place}.logprobs`),
    ...(repeated !== '' && { repeated }),
    ...(finishReason && { finishReason }),
  }
}

function unknownChoice(reading: Reading, choice: JsonObject, place: string): void {
  for (const [name, value] of Object.entries(choice))
    if (!KNOWN_CHOICE_MEMBERS.has(name) && value != null && holdsText(value))
      reading.aside(`${place}.${name}`)
}

/** A list that is not known may be the choices under another name; so may an object where they are missing. */
function unknownMembers(reading: Reading, value: JsonObject): void {
  const hasChoices = value['choices'] !== undefined
  for (const [name, member] of Object.entries(value)) {
    if (KNOWN_MEMBERS.has(name) || typeof member !== 'object' || member === null) continue
    if ((Array.isArray(member) || !hasChoices) && holdsText(member)) reading.aside(name)
  }
}

/** In the older completions API the text stands in the choice. */
function textCompletion({ text }: JsonObject): JsonObject | undefined {
  return typeof text === 'string' ? { content: text } : undefined
}

function listOf(choice: ChunkChoice | undefined): ChunkChoice[] {
  return choice === undefined ? [] : [choice]
}

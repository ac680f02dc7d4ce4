import type { Failure } from '../errors/failure.ts'
import type { ServedModel } from '../headers/response-facts.ts'
import { isJsonObject, type JsonObject, readJson } from '../json.ts'
import { type AnswerMedia, withMedia } from './answer-media.ts'
import type { ReasoningDetail } from './messages.ts'
import type { ChatChunk, ChunkChoice } from './read/read-chunk.ts'
import type { TokenCounts } from './read/read-facts.ts'
import type { CallPiece } from './read/read-message.ts'
import type { WireNote } from './read/reading.ts'
import type { Citation, Cost, TokenLogprob, VendorEcho } from './response.ts'
import { addPiece, endOfText, type ThinkTagText } from './think-tags.ts'

/** A tool call as its pieces come in; `arguments` is JSON text, perhaps not yet whole. */
export interface ToolCallDraft {
  id: string
  name: string
  arguments: string
  /** Members that are not known here, as the first piece of the call had them. */
  more?: JsonObject
}

/** One of the `n` choices of an answer; what stands in `<think>` tags is reasoning. */
export interface AnswerChoice extends ThinkTagText {
  content: string
  reasoning: string
  reasoningDetails: readonly ReasoningDetail[]
  toolCalls: readonly ToolCallDraft[]
  logprobs: readonly TokenLogprob[]
  /** Pictures, sounds and films; absent when there are none. */
  media?: readonly AnswerMedia[]
  /** The reasoning came as `reasoning_content`, under which some models want it back with the results of tool calls. */
  isReasoningContent?: true
  /** Why the model declined, in its words; absent when it did not. */
  refusal?: string
  finishReason?: string
  /** Members of the message that are not known here, as they came first. */
  more?: JsonObject
  /** While calls come in: how the server counts each of them. */
  callIndexes?: readonly (number | undefined)[]
}

/** How an answer was encrypted end to end. */
export interface AnswerEncryption {
  /** Who runs the enclave, as its attestation says. */
  provider: string
  /** Its quote names the key and the nonce of this request; absent where that was not checked. */
  bound?: true
  /** Something of the answer came as plain text all the same. */
  plain?: true
}

/** An answer, streamed or whole, in the one shape that the page shows and stores. */
export interface Answer {
  phase: AnswerPhase
  id?: string
  /** The model that served it, which need not be the one asked for. */
  model?: string
  choices: readonly AnswerChoice[]
  usage?: TokenCounts
  cost?: Cost
  /** What it must have cost by usage and list prices, micro-USD: see `CostReport`. */
  estimatedMicroUsd?: number
  citations: readonly Citation[]
  echo?: VendorEcho
  failure?: Failure
  /** Times in ms since the request was sent. */
  timing: {
    firstToken?: number
    /** The first text or call after the reasoning. */
    firstContent?: number
    end?: number
    /** When its events came: `tickStrip`. */
    ticks?: string
  }
  /** What the headers said about the model; absent when nothing. */
  served?: ServedModel
  /** Events, or bodies, with something in them that could not be read; absent for none. */
  notUnderstood?: number
  /** What the server does in a way of its own; absent for nothing. */
  notes?: readonly WireNote[]
  /** Absent for an answer that travelled as it is. */
  encryption?: AnswerEncryption
}

/** The answer before anything has arrived. */
export const emptyAnswer: Answer = { phase: 'connecting', choices: [], citations: [], timing: {} }

/** More calls than this are not real: a hostile response must not allocate memory. */
const MAX_TOOL_CALLS = 128

const emptyChoice: AnswerChoice = {
  content: '',
  reasoning: '',
  reasoningDetails: [],
  toolCalls: [],
  logprobs: [],
}

/** The answer with one stream chunk added. Chunks may lack choices, and come in any mixture. */
export function withChunk(answer: Answer, chunk: ChatChunk): Answer {
  const { id = answer.id, model, usage, cost, echo, citations, odd } = chunk
  const told: Told = { notes: new Set(chunk.notes), isOdd: odd.length > 0 }
  const choices = chunk.choices.reduce<readonly AnswerChoice[]>((list, piece) => {
    const choice = list[piece.index] ?? emptyChoice
    const next = withPiece(choice, piece, told)
    return replaceAt(
      list,
      piece.index,
      piece.finishReason === undefined ? next : explained(next, told),
    )
  }, answer.choices)
  return {
    ...withNotes(answer, told.notes),
    choices,
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
    ...(echo === undefined ? {} : { echo }),
    ...(citations.length === 0 ? {} : { citations: withCitations(answer.citations, citations) }),
    ...(told.isOdd ? { notUnderstood: (answer.notUnderstood ?? 0) + 1 } : {}),
  }
}

/** The answer with one more event, or body, that said nothing that can be read. */
export function withNotUnderstood(answer: Answer): Answer {
  return { ...answer, notUnderstood: (answer.notUnderstood ?? 0) + 1 }
}

/** The answer with what its server does in a way of its own. */
export function withNotes(answer: Answer, notes: Iterable<WireNote>): Answer {
  const fresh = [...notes].filter((note) => !(answer.notes ?? []).includes(note))
  return fresh.length === 0 ? answer : { ...answer, notes: [...(answer.notes ?? []), ...fresh] }
}

/** The answer when nothing more comes, whatever the reason. */
export function withEnd(answer: Answer): Answer {
  const told: Told = { notes: new Set(), isOdd: false }
  const choices = answer.choices
    .filter((choice) => choice !== emptyChoice)
    .map((choice) => ended(choice, told))
  return { ...withNotes(answer, told.notes), choices }
}

/** The answer of a request that was not streamed: all that was said is there, whether or not the server says why it ended. */
export function withWholeEnd(answer: Answer): Answer {
  const { notes, ...ended } = withEnd(answer)
  // Only the pieces of a stream have to say which call they belong to.
  const told = (notes ?? []).filter((note) => note !== 'tool_index_missing')
  const whole = withNotes(ended, told)
  const isUnexplained = whole.choices.some(({ finishReason }) => finishReason === undefined)
  if (!isUnexplained) return whole
  return {
    ...withNotes(whole, ['finish_reason_missing']),
    choices: whole.choices.map((choice) => ({ finishReason: 'stop', ...choice })),
  }
}

/**
 * Whether a stream that ended cleanly gave a whole answer: something was started, and everything
 * that was started says why it ended. Anything less is a cut.
 */
export function isComplete(answer: Pick<Answer, 'choices'>): boolean {
  const started = answer.choices.filter((choice) => choice !== emptyChoice)
  return started.length > 0 && started.every(({ finishReason }) => finishReason !== undefined)
}

/** What one chunk tells beside what it adds. */
export interface Told {
  readonly notes: Set<WireNote>
  isOdd: boolean
}

function withPiece(
  { refusal: refused = '', more: keptBefore, ...choice }: AnswerChoice,
  piece: ChunkChoice,
  told: Told,
): AnswerChoice {
  const { content, reasoning, reasoningDetails, calls, media, logprobs, finishReason } = piece
  const refusal = refused + piece.refusal
  const text = textOf(choice, content, reasoning)
  if (piece.repeated !== undefined && !isSaid(text, piece.repeated)) told.isOdd = true
  const more = withMore(keptBefore, piece.more)
  return {
    ...choice,
    ...text,
    ...(piece.isReasoningContent && { isReasoningContent: true }),
    ...(refusal === '' ? {} : { refusal }),
    ...mediaOf(choice.media ?? [], media),
    ...(more === undefined ? {} : { more }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(calls.length === 0
      ? {}
      : calls.reduce((state, call) => withCall(state, call, told), {
          toolCalls: choice.toolCalls,
          callIndexes: choice.callIndexes ?? [],
        })),
    reasoningDetails:
      reasoningDetails.length === 0
        ? choice.reasoningDetails
        : [...choice.reasoningDetails, ...reasoningDetails],
    logprobs: logprobs.length === 0 ? choice.logprobs : [...choice.logprobs, ...logprobs],
  }
}

/** What came first of each member is kept; only annotations come in pieces. */
function withMore(before: JsonObject | undefined, piece: JsonObject | undefined) {
  if (before === undefined || piece === undefined) return before ?? piece
  const [known, added] = [before['annotations'], piece['annotations']]
  const isGrowing = Array.isArray(known) && Array.isArray(added)
  return { ...piece, ...before, ...(isGrowing && { annotations: [...known, ...added] }) }
}

/** Whether a message beside the deltas says no more than they do: all of it so far, or the last piece. */
function isSaid({ content, reasoning }: ThinkTagText, message: string): boolean {
  const said = content || reasoning
  return said !== '' && (message.endsWith(said) || said.endsWith(message))
}

function mediaOf(known: readonly AnswerMedia[], members: JsonObject | undefined) {
  const media = members === undefined ? known : withMedia(known, members)
  return media.length === 0 ? {} : { media }
}

function textOf(
  { content, reasoning, thinkTags }: ThinkTagText,
  moreContent: string,
  moreReasoning: string,
): ThinkTagText {
  const text = { content, reasoning: reasoning + moreReasoning, ...(thinkTags && { thinkTags }) }
  return moreContent === '' ? text : addPiece(text, moreContent)
}

/** It says why it ends, so that what was held back is told; some servers say so in each chunk, so that more may come. */
function explained(choice: AnswerChoice, told: Told): AnswerChoice {
  const { thinkTags, callIndexes } = choice
  return {
    ...ended(choice, told),
    ...(thinkTags && { thinkTags: { ...thinkTags, held: '' } }),
    ...(callIndexes && { callIndexes }),
  }
}

/** Nothing more comes for it: what was held back is told, and what only reading needed goes. */
function ended(choice: AnswerChoice, told: Told): AnswerChoice {
  const { thinkTags, callIndexes, ...rest } = choice
  const isTold = choice.reasoning !== '' || choice.reasoningDetails.length === 0
  if (thinkTags === undefined && callIndexes === undefined && isTold) return choice
  const text = thinkTags === undefined ? rest : endOfText({ ...rest, thinkTags })
  return {
    ...rest,
    ...text,
    reasoning: text.reasoning || textOfDetails(choice.reasoningDetails),
    toolCalls: namedCalls(rest.toolCalls, told),
  }
}

/** Some servers send what a model thought as details alone. */
function textOfDetails(details: readonly ReasoningDetail[]): string {
  return details
    .map(({ text, summary }) => text ?? summary)
    .filter((words) => typeof words === 'string')
    .join('')
}

/** Results need an id to be sent for. */
function namedCalls(calls: readonly ToolCallDraft[], { notes }: Told): readonly ToolCallDraft[] {
  return calls.map((call, at) => {
    if (call.id !== '') return call
    notes.add('tool_id_missing')
    return { ...call, id: `call_${at + 1}` }
  })
}

/** The calls of a choice while their pieces come in. */
export interface CallsState {
  readonly toolCalls: readonly ToolCallDraft[]
  readonly callIndexes: readonly (number | undefined)[]
}

/** Adds a piece to the call that it belongs to, or begins one: the id says more than the index. */
export function withCall(
  { toolCalls, callIndexes }: CallsState,
  piece: CallPiece,
  told: Told,
): CallsState {
  const known = placeOf(toolCalls, callIndexes, piece)
  if (known === undefined) {
    const { id, name, arguments: json, more, index } = piece
    // What has neither is no call: nothing could be executed, or answered.
    if ((id === '' && name === '') || toolCalls.length >= MAX_TOOL_CALLS) {
      told.isOdd = true
      return { toolCalls, callIndexes }
    }
    if (index === undefined) told.notes.add('tool_index_missing')
    else if (callIndexes.includes(index)) told.notes.add('tool_index_repeated')
    else if (toolCalls.length === 0 && index === 1) told.notes.add('tool_index_shifted')
    return {
      toolCalls: [...toolCalls, { id, name, arguments: json, ...(more && { more }) }],
      callIndexes: [...callIndexes, index],
    }
  }
  return {
    toolCalls: toolCalls.map((call, at) => (at === known ? grownCall(call, piece) : call)),
    callIndexes,
  }
}

function grownCall(call: ToolCallDraft, piece: CallPiece): ToolCallDraft {
  const more = piece.more === undefined ? call.more : { ...piece.more, ...call.more }
  // Some servers end with the whole call once more.
  const isRepeated = piece.arguments === call.arguments && isWhole(call.arguments)
  return {
    id: call.id || piece.id,
    name: piece.name === call.name ? call.name : call.name + piece.name,
    arguments: isRepeated ? call.arguments : call.arguments + piece.arguments,
    ...(more && { more }),
  }
}

/** The call that a piece continues; undefined for the first piece of a call. */
function placeOf(
  calls: readonly ToolCallDraft[],
  indexes: readonly (number | undefined)[],
  piece: CallPiece,
): number | undefined {
  const { index, id, name } = piece
  const isNamed = name !== ''
  const at = index === undefined ? calls.length - 1 : indexes.lastIndexOf(index)
  const candidate = calls[at]
  if (id !== '') {
    const same = calls.findLastIndex((call) => call.id === id)
    const known = calls[same]
    if (known !== undefined) {
      // Some servers give all calls the same id, or the same index, too.
      const isElsewhere = isNamed && index !== undefined && indexes[same] !== index
      const isAgain = piece.name === known.name && piece.arguments === known.arguments
      return isElsewhere || (beginsNext(known, piece) && !isAgain) ? undefined : same
    }
    if (candidate === undefined || (isNamed && candidate.name !== '')) return undefined
    // Some servers make up a new id for each piece.
    return candidate.id === '' || !isWhole(candidate.arguments) ? at : undefined
  }
  return candidate === undefined || beginsNext(candidate, piece) ? undefined : at
}

/** Whether a piece can't belong to a call, which has all it needs. */
function beginsNext(call: ToolCallDraft, { name }: CallPiece): boolean {
  return name !== '' && call.name !== '' && isWhole(call.arguments)
}

function isWhole(json: string): boolean {
  return json.endsWith('}') && isJsonObject(readJson(json))
}

function withCitations(known: readonly Citation[], more: readonly Citation[]): readonly Citation[] {
  const addresses = new Set(known.map(({ url }) => url))
  return [...known, ...more.filter(({ url }) => !addresses.has(url))]
}

/** A copy of the list with one entry replaced; entries skipped over are filled with empty ones. */
function replaceAt(
  list: readonly AnswerChoice[],
  index: number,
  value: AnswerChoice,
): readonly AnswerChoice[] {
  const length = Math.max(list.length, index + 1)
  return Array.from({ length }, (_, i) => (i === index ? value : (list[i] ?? emptyChoice)))
}

/** Where an answer stands. Only `finished` is complete; `cut`, `stopped` and `failed` keep the text that arrived. */
export type AnswerPhase =
  | 'connecting'
  | 'waiting'
  | 'streaming'
  | 'finished'
  | 'cut'
  | 'stopped'
  | 'failed'

/** Whether nothing more will be added to the answer. */
export function isSettled(phase: AnswerPhase): boolean {
  return phase !== 'connecting' && phase !== 'waiting' && phase !== 'streaming'
}

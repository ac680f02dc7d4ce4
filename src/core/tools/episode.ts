import type { ToolCallDraft } from '../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../contract/chat/documents-call.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import { pendingToolCalls } from '../chat/request/pending-tool-calls.ts'
import { readArguments } from '../chat/tools/tool-results.ts'
import {
  type AnswerMessage,
  type AnswerVersion,
  type ConversationTools,
  type MessageRecord,
  selectedChoice,
  shownVersion,
  type ToolStep,
} from '../storage/conversations/conversation.ts'
import { identityOf, standingOf, type EarlierTool, type ToolIdentity } from './approval.ts'
import { maxRounds } from './max-rounds.ts'
import type { ToolSource } from './tool.ts'
import type { WireTool } from './wire-tools.ts'

/*
 * An episode: the requests and calls that one press leads to. Where it is follows from what is stored
 * alone, so that it can be gone on with after a reload: each call is
 *
 *   asked → approved → called → answered
 *
 * and the step is written before it is taken. A call that stands as called and has no result may have
 * run, so it is never made again by itself.
 */

/** So many failed calls in a row end an episode. */
const MAX_FAILURES = 2

/** Longest arguments of a call that is made, in characters. */
const MAX_ARGUMENTS = 100_000

/** Where an episode is. */
export interface Episode {
  answer: AnswerMessage
  version: AnswerVersion
  calls: readonly EpisodeCall[]
  /** Requests sent so far without a press. */
  rounds: number
  /** Calls that failed in a row up to now. */
  failures: number
  /** The answers that the press has brought. */
  answers: readonly AnswerMessage[]
}

/** A call at the end of the conversation. */
export interface EpisodeCall extends ToolCallDraft {
  /** Its place among the calls of the answer. */
  index: number
  /** No tool message answers it yet. */
  isPending: boolean
  step?: ToolStep
}

/** A tool that a call can go to. */
export interface CallTarget {
  source: ToolSource
  identity: ToolIdentity
}

type WaitReason =
  /** No source of this conversation has a tool of that name. */
  | 'unknown_tool'
  /** Its tool is one that a person answers for. */
  | 'by_hand'
  /** It was made, or about to be, when the page was left: it may have run. */
  | 'interrupted'
  /** It was answered before, and that message was deleted. */
  | 'answered_before'

export interface WaitingCall {
  call: EpisodeCall
  why: WaitReason
}

/** What comes next in an episode. */
export type NextAction =
  | { do: 'ask'; call: EpisodeCall; target: CallTarget; earlier?: EarlierTool }
  | { do: 'approve'; call: EpisodeCall; target: CallTarget }
  | { do: 'call'; call: EpisodeCall; target: CallTarget; arguments: JsonObject }
  | { do: 'deny'; call: EpisodeCall; target: CallTarget }
  | { do: 'refuse'; call: EpisodeCall; target: CallTarget; message: string }
  | { do: 'wait'; waiting: readonly WaitingCall[] }
  | { do: 'send' }
  | { do: 'end'; why: 'no_calls' | 'unfinished' | 'max_rounds' | 'failures' }

/** The episode at the end of a conversation; undefined when something else is there. */
export function episodeOf(
  messages: readonly MessageRecord[],
  since: string | undefined,
): Episode | undefined {
  const start = messages.findLastIndex(
    (record) => record.kind === 'written' && record.message.role !== 'tool',
  )
  const tail = messages.slice(start + 1)
  const inTail = tail.filter((record) => record.kind === 'answer')
  const answer = inTail.at(-1)
  const version = answer && shownVersion(answer)
  if (answer === undefined || version === undefined) return undefined
  const base = inTail.findIndex(({ id }) => id === since)
  // What failed or cost before a press does not count against it.
  const answers = inTail.slice(base + 1)
  const pending = pendingToolCalls(messages).filter(({ recordId }) => recordId === answer.id)
  return {
    answer,
    version,
    answers,
    rounds: base < 0 ? answers.length - 1 : answers.length,
    failures: failuresIn(answers),
    calls: (selectedChoice(version)?.toolCalls ?? []).flatMap((call, index): EpisodeCall[] => {
      if (isSearchDocuments(call)) return []
      const step = version.toolSteps?.[index]
      const isPending = pending.some((one) => one.index === index)
      return [{ ...call, index, isPending, ...(step === undefined ? {} : { step }) }]
    }),
  }
}

/** Finds where a call goes by the name that went out. */
export function targetOf(call: Pick<ToolCallDraft, 'name'>, tools: readonly WireTool[]) {
  const named = tools.filter(({ wire }) => wire === call.name)
  const [tool] = named
  if (tool?.source === undefined || named.length !== 1) return undefined
  const { source, definition } = tool
  return { source, identity: identityOf(source, definition) }
}

/** What comes next: for the calls in their order, and once none is open, for the whole. */
export function nextAction(
  { version, calls, rounds, failures }: Episode,
  settings: ConversationTools,
  tools: readonly WireTool[],
): NextAction {
  if (version.answer.phase !== 'finished') return { do: 'end', why: 'unfinished' }
  if (calls.length === 0) return { do: 'end', why: 'no_calls' }
  if (failures >= MAX_FAILURES) return { do: 'end', why: 'failures' }
  // Before the calls: what they return could not be sent.
  if (rounds >= maxRounds(settings)) return { do: 'end', why: 'max_rounds' }
  const waiting: WaitingCall[] = []
  for (const call of calls.filter(({ isPending }) => isPending)) {
    const action = actionFor(call, settings, tools)
    if (action.do === 'nothing') waiting.push({ call, why: action.why })
    else return action
  }
  if (waiting.length > 0) return { do: 'wait', waiting }
  return { do: 'send' }
}

function actionFor(
  call: EpisodeCall,
  settings: ConversationTools,
  tools: readonly WireTool[],
): NextAction | { do: 'nothing'; why: WaitReason } {
  if (call.step?.state === 'called') return { do: 'nothing', why: 'interrupted' }
  if (call.step?.state === 'answered') return { do: 'nothing', why: 'answered_before' }
  const target = targetOf(call, tools)
  if (target === undefined) {
    const isOffered = tools.some(({ wire }) => wire === call.name)
    return { do: 'nothing', why: isOffered ? 'by_hand' : 'unknown_tool' }
  }
  const standing = standingOf(settings, target.identity)
  if (standing.kind === 'denied') return { do: 'deny', call, target }
  const reading = readCallArguments(call.arguments)
  if (!reading.ok) return { do: 'refuse', call, target, message: reading.message }
  // What was approved is this tool as it was then.
  if (call.step?.state === 'approved' && isSameTool(call.step, target))
    return { do: 'call', call, target, arguments: reading.value }
  if (standing.kind === 'allowed') return { do: 'approve', call, target }
  const { earlier } = standing
  return { do: 'ask', call, target, ...(earlier === undefined ? {} : { earlier }) }
}

function isSameTool({ tool, hash }: ToolStep, { identity }: CallTarget): boolean {
  return tool === identity.tool && hash === identity.hash
}

/** The arguments of a call as an object, or why it is not made. */
function readCallArguments(
  text: string,
): { ok: true; value: JsonObject } | { ok: false; message: string } {
  if (text.length > MAX_ARGUMENTS)
    return {
      ok: false,
      message: `The arguments are longer than ${MAX_ARGUMENTS.toLocaleString('en-US')} characters.`,
    }
  const reading = readArguments(text)
  if (!reading.ok) return { ok: false, message: `The arguments can't be read: ${reading.problem}` }
  if (!isJsonObject(reading.value))
    return { ok: false, message: 'The arguments must be a JSON object.' }
  return { ok: true, value: reading.value }
}

/** Calls that failed in a row at the end; what a person answered or denied is left out. */
function failuresIn(answers: readonly AnswerMessage[]): number {
  const failed = answers
    .flatMap((answer) => Object.values(shownVersion(answer)?.toolSteps ?? {}))
    .flatMap((step) => (step.state === 'answered' ? (hasFailed(step) ?? []) : []))
  return failed.length - 1 - failed.lastIndexOf(false)
}

function hasFailed(step: Extract<ToolStep, { state: 'answered' }>): boolean | undefined {
  switch (step.by) {
    case 'tool':
      return step.result.isError
    case 'failure':
    case 'invalid':
      return true
    case 'denied':
    case 'person':
      return undefined
  }
}

import type { StoreApi } from 'zustand/vanilla'

import type { EarlierTool, ToolIdentity } from './approval.ts'
import type { CallTarget, Episode, EpisodeCall, NextAction, WaitingCall } from './episode.ts'
import type { NotSent } from './send-again.ts'

/** A question to the person: may this call be made? Everything of the tool is text of others. */
export interface ToolAsk {
  /** Of this question alone, so that a late press never answers the next one. */
  id: string
  call: EpisodeCall
  target: CallTarget
  /** What it was when it was decided about last; absent where it is the same. */
  earlier?: EarlierTool
  /** The tools of its source that say they only read, as they are now: what “allow all” allows. */
  readOnly: readonly ToolIdentity[]
}

/** `read_only`: this call, and for this conversation every tool that the question counts as read-only. */
export type ToolDecision = 'once' | 'conversation' | 'read_only' | 'never'

/** Why nothing goes on by itself. */
export type EndReason =
  | Extract<NextAction, { do: 'end' }>['why']
  | NotSent['why']
  | 'stopped'
  /** What authorizes the call is locked, or gone: it was not made. */
  | 'locked'
  /** A step couldn't be stored, so it was not taken. */
  | 'unsaved'
  /** What is stored of the conversation couldn't be read, so no step was taken. */
  | 'unreadable'
  /** Another tab runs the tools of this conversation, or took a step. */
  | 'elsewhere'
  /** Another conversation was opened. */
  | 'left'

/** How the tools of one conversation run. */
export type ToolRun =
  | { phase: 'working' }
  | { phase: 'asking'; ask: ToolAsk }
  | { phase: 'calling'; call: EpisodeCall; target: CallTarget; startedAt: number }
  | { phase: 'receiving' }
  | { phase: 'waiting'; waiting: readonly WaitingCall[] }
  | { phase: 'ended'; why: EndReason; message?: string }

export interface ToolRuns {
  /** By conversation; absent where none has run since the page was loaded. */
  byConversation: Readonly<Record<string, ToolRun>>
}

/** Runs tools. A call is made once; to make it again takes a press. */
export interface ToolRunner {
  store: StoreApi<ToolRuns>
  /** Goes on at the end of the conversation on the screen. Resolves when it needs a person or ends. */
  start(): Promise<void>
  /** As `start`, and counts rounds, failures and cost anew: a person pressed Continue. */
  startAnew(): Promise<void>
  /** Answers a question; an earlier one is ignored. */
  decide(askId: string, decision: ToolDecision): void
  /** Ends the run of the conversation on the screen at once. */
  stop(): void
  /** Answers a call that waits, with what a person wrote, and goes on. */
  answer(index: number, text: string): Promise<void>
  /** Makes a call again that may have run, and goes on: a person pressed for it. */
  callAgain(index: number): Promise<void>
  /** Answers a call that waits by saying that it was denied, and goes on. */
  deny(index: number): Promise<void>
  /** Runs tools by themselves where the conversation says so. Returns the way to end that. */
  follow(): () => void
}

/**
 * The round that a run is in, from 1 to the maximum: the calls that a response asks for, and the request that
 * brings their results until its response is whole.
 */
export function roundOf({ phase }: ToolRun, { rounds, version }: Episode, max: number): number {
  const isReceiving = phase === 'receiving' || version.answer.phase !== 'finished'
  return Math.min(isReceiving ? rounds : rounds + 1, max)
}

import type { Message } from '../../../contract/chat/messages.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { canonicalJson } from '../../../contract/json-text.ts'
import type { VariableValues } from '../chat/request/variables.ts'
import type { ChatSetup } from '../chat/setup/chat-setup.ts'
import type { AnswerVersion } from '../storage/conversations/conversation.ts'
import type { Check } from './checks/check.ts'

export const MAX_CONFIGURATIONS = 8
export const MAX_REPEATS = 20
export const MAX_CASES = 10_000

/** The name of the variable that holds a case's input where it has only one. */
export const INPUT_VARIABLE = 'input'

/** Cases by configurations, and how a response is judged. It holds no secret and no result. */
export interface Board {
  id: string
  name: string
  /** Unix ms. */
  createdAt: number
  /** Unix ms. */
  updatedAt: number
  /** The user message that is sent for a case without messages of its own, with `{{variables}}`. */
  prompt: string
  /** The columns, 1–8. */
  configurations: readonly Configuration[]
  /** The rows, up to 10,000. */
  cases: readonly Case[]
  /** What every response is checked by. */
  checks: readonly Check[]
  /** How often each case is sent to each configuration, 1–20. */
  repeats: number
  /** The most that a run may cost, micro-USD. */
  spendLimit?: number
  /** What of an earlier version was set aside, in words. */
  setAside?: readonly string[]
}

/** A column: what a request holds besides its case. The system message may have variables. */
export interface Configuration extends ChatSetup {
  id: string
  /** A saved connection; the current one where there is none. Never part of a link or file. */
  connection?: { id: string; name: string }
  headers?: HeaderList
}

/** What a column is called, by its index: "A", "B", … */
export function columnLetter(index: number): string {
  return String.fromCodePoint(65 + index)
}

/** A row: what is asked, and what is expected. */
export interface Case {
  id: string
  /** What `{{name}}` stands for in the prompt, the messages and the system message. */
  variables: VariableValues
  /** Sent instead of the board's prompt. */
  messages?: readonly Message[]
  /** It follows the case before it: sent after that case and each configuration's own response to it. */
  continues?: true
  /** What checks without a value of their own compare with. An example to judge by, not the truth. */
  expected?: string
  /** What only this case is checked by. */
  checks?: readonly Check[]
}

/** One response to be had: a case sent to a configuration, for the n-th time (from 0). */
export interface Cell {
  caseId: string
  configurationId: string
  repeat: number
}

/** A cell of a board as one string. */
export function cellKey({ caseId, configurationId, repeat }: Cell): string {
  return `${caseId}/${configurationId}/${repeat}`
}

/**
 * How far a cell is. `waiting`: nothing was sent. `running`: its request was written down and may have been
 * sent. `done`: its response is whole, which says nothing of how good it is. `error`: there is no whole response.
 */
type CellStatus = 'waiting' | 'running' | 'done' | 'error'

/**
 * What is stored of a cell: written before its request is sent, and again with its result. One that waits to
 * be sent again still has the response and the outcomes of before.
 */
export interface CellRecord extends Cell {
  boardId: string
  /** The run it was last sent in, or is to be sent in; empty where that one was stopped. */
  runId: string
  /** Of the request body and connection: another one means that the result is of an earlier board. */
  requestHash: string
  status: CellStatus
  /** Unix ms; of one that waits, when the run began. */
  startedAt: number
  /** The most that its request may cost, micro-USD: what counts while its cost is not known. */
  maxCost?: number
  response?: CellResponse
  /** The text that had come of a response that is not whole. */
  partial?: string
  /** What the chat shows besides: what was asked for, and all of the response but the text of its first choice. */
  details?: Pick<AnswerVersion, 'model' | 'asked' | 'answer'>
  outcomes?: readonly CheckOutcome[]
  /** Why there is no whole response: what happened, and whether it may have been charged. */
  error?: { message: string; mayBeCharged: boolean }
}

/** What a response was, as checks and tables need it. */
export interface CellResponse {
  text: string
  toolCalls: readonly { name: string; arguments: string }[]
  finishReason?: string
  /** micro-USD; missing where neither the service nor its prices say it. */
  cost?: number
  /** From the request to the first token, ms. */
  timeToFirstToken?: number
  /** From the request to the end, ms. */
  duration?: number
  usage?: { prompt: number; completion: number }
  /** The request in the Inspector. */
  exchangeId?: string
}

/** What a check found. `undecided`: it could not be made, which is neither passed nor failed. */
export interface CheckOutcome {
  checkId: string
  /** Of the check and what it read of the case: another one means that it found this of something else. */
  hash?: string
  result: 'passed' | 'failed' | 'undecided'
  /** Why, in a sentence: "Expected “Paris”, received “Lyon”." */
  reason?: string
  /** What the check itself cost, micro-USD: a judge is a request. */
  cost?: number
}

/** Two 32-bit FNV-1a hashes of canonical JSON, one of them from the end: nothing secret depends on it. */
export function contentHash(value: unknown): string {
  const text = canonicalJson(value)
  let forward = 0x811c9dc5
  let backward = 0x811c9dc5 ^ text.length
  for (let at = 0; at < text.length; at += 1) {
    forward = Math.imul(forward ^ text.charCodeAt(at), 0x01000193)
    backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - at), 0x01000193)
  }
  return [forward, backward].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

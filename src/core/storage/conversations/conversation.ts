import type { Answer, AnswerChoice } from '../../../../contract/chat/answer.ts'
import type { Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { ToolDefinition, ToolResult, ToolSource } from '../../tools/tool.ts'

/** A conversation without its messages: what the history lists. */
export interface Conversation {
  id: string
  title: string
  /** Unix ms. */
  createdAt: number
  updatedAt: number
  /** The model as written in the picker, suffixes included. */
  model: string
  /** Request fields as they were set, perhaps not yet valid; unset fields are absent. */
  settings: JsonObject
  /** What `{{name}}` in written messages stands for. */
  variables?: Readonly<Record<string, string>>
  /** Headers that a person added to its requests, as written: not all of them may be sent. */
  headers?: HeaderList
  /** How tools run in it; absent while none do. */
  tools?: ConversationTools
}

/**
 * What a person did to a conversation in the history. It is apart from the conversation so that a
 * tab that goes on chatting never writes an old name back.
 */
export interface ConversationLabel {
  conversationId: string
  /** In place of the title made from the first message. */
  name?: string
  pinned?: true
}

/** The part of a request that is needed to validate its answer. */
export type RequestedSettings = Pick<ChatRequest, 'response_format' | 'vendor_parameters'>

/** One answer to one request. Regenerating adds a version and keeps the earlier ones. */
export interface AnswerVersion {
  id: string
  /** When the request was sent, Unix ms. */
  startedAt: number
  /** The model that was asked for. */
  model: string
  /** The connection it was sent over, as it was called then, and to where; unknown of older ones. */
  connection?: { id: string; name: string; baseUrl?: string }
  /** What was asked for besides the model. */
  asked?: RequestedSettings
  /** Which of several choices is sent back to the model; the first by default. */
  kept?: number
  answer: Answer
  /** The exchange it came by, perhaps no longer kept. */
  exchangeId?: string
  /** Absent for an answer as it came: how it came about otherwise. */
  origin?: 'edited' | 'continued'
  /** What is being written as results of its tool calls, by place; sent only on request. */
  toolResults?: Readonly<Record<number, string>>
  /** How far each of its tool calls is, by place; absent for one that was never looked at. */
  toolSteps?: Readonly<Record<number, ToolStep>>
}

interface RecordBase {
  id: string
  conversationId: string
  /** Order in the conversation; gaps are fine. */
  position: number
}

/** A message of a conversation: written by the person, or the answers of a model. */
export type MessageRecord = RecordBase &
  (
    | {
        kind: 'written'
        message: Message
        /** The names of its files by their place, such as `content.0.image_url.url`: the API has none for most. */
        fileNames?: Readonly<Record<string, string>>
      }
    | { kind: 'answer'; versions: readonly AnswerVersion[]; shown: number }
  )

export type WrittenMessage = Extract<MessageRecord, { kind: 'written' }>
export type AnswerMessage = Extract<MessageRecord, { kind: 'answer' }>

/** The choice of a version that is sent back to the model. */
export function selectedChoice({ answer, kept = 0 }: AnswerVersion): AnswerChoice | undefined {
  return answer.choices[kept] ?? answer.choices[0]
}

/** The version of an answer that is shown, and sent back to the model. */
export function shownVersion({ versions, shown }: AnswerMessage): AnswerVersion | undefined {
  return versions[shown] ?? versions.at(-1)
}

/**
 * A version as part of a copy of its conversation. The exchange stays with the answer that it brought,
 * and what was allowed for its calls with them: a call that was made stays made.
 */
export function copiedVersion(
  { exchangeId: _, toolSteps, ...version }: AnswerVersion,
  id: string,
): AnswerVersion {
  const taken = Object.entries(toolSteps ?? {}).flatMap(([index, step]): [string, ToolStep][] =>
    step.state === 'called' || step.state === 'answered' ? [[index, withoutExchange(step)]] : [],
  )
  return { ...version, id, ...(taken.length === 0 ? {} : { toolSteps: Object.fromEntries(taken) }) }
}

function withoutExchange(step: ToolStep): ToolStep {
  if (!('exchangeId' in step)) return step
  const { exchangeId: _, ...rest } = step
  return rest
}

/** How tools run in one conversation, and what a person allowed there. */
export interface ConversationTools {
  /** Calls are made and sent back without a press for each; off where absent. */
  auto?: true
  /** The most requests that one press may lead to, 1 to 10. */
  maxRounds?: number
  /** The most that one press may lead to, micro-USD. */
  spendLimit?: number
  /** The ids of the sources whose tools go out. */
  sources?: readonly string[]
  /** What a person decided, the latest for each tool. They stay in this browser. */
  approvals?: readonly ToolApproval[]
  /** The answer from which rounds are counted: a person pressed Continue at it. */
  since?: string
  /** Servers that a link or a preset asks for: until one is connected, a person answers for its tools. */
  slots?: readonly ToolSlot[]
}

/** A decision about a tool, bound to the server that has it, what it is called and how it described itself. */
export interface ToolApproval {
  /** The id of its source, and the whole URL that its calls went to. */
  source: string
  url: string
  tool: string
  /** SHA-256 of source, URL, name and definition, hex. */
  hash: string
  /** `once`: it was allowed for one call, so the next one is asked about again. */
  decision: 'once' | 'conversation' | 'never'
  /** What a person saw that the tool said of itself, as JSON: a changed tool is shown beside it. */
  definition?: string
}

/** A place for a tool server: what it is called and what it offers, never where it is. */
export interface ToolSlot {
  name: string
  tools: readonly ToolDefinition[]
}

/** What is stored of a tool call, written before each step is taken. */
export type ToolStep = StepTool &
  (
    | { state: 'asked' }
    | { state: 'approved' }
    /** It was made, or was about to be: without a result nobody knows whether the tool ran. */
    | { state: 'called'; startedAt: number; isStopped?: true }
    | ({ state: 'answered' } & ToolAnswer)
  )

/** What a call was answered with. */
export type ToolAnswer =
  | { by: 'tool'; result: ToolResult; startedAt: number; endedAt: number; exchangeId?: string }
  /** There is no result; `reachedTool`: the tool may have run all the same. */
  | {
      by: 'failure'
      message: string
      reachedTool: boolean
      startedAt: number
      endedAt: number
      exchangeId?: string
    }
  /** The arguments were no JSON object, so it was not made. */
  | { by: 'invalid'; message: string }
  | { by: 'denied' }
  | { by: 'person' }

/** Which tool a call goes to. */
interface StepTool {
  /** As its source calls it. */
  tool: string
  source: { kind: ToolSource['kind']; name: string }
  /** What `ToolApproval.hash` is of it, when it was asked about. */
  hash: string
}

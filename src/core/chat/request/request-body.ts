import type { AnswerChoice } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import type { AssistantMessage, Message } from '../../../../contract/chat/messages.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { given, isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import {
  type AnswerVersion,
  type MessageRecord,
  selectedChoice,
  shownVersion,
} from '../../storage/conversations/conversation.ts'
import { pendingCallsSentence, pendingToolCalls } from './pending-tool-calls.ts'
import { type RequestReading, validateRequest } from './validate-request.ts'
import { fillMessage, type VariableValues } from './variables.ts'

/** What is edited: a model, settings and messages, perhaps not yet a valid request. */
interface RequestDraft {
  model: string
  settings: JsonObject
  messages: readonly MessageRecord[]
  variables?: VariableValues
  /** The base URL that it goes to; any when absent. */
  baseUrl?: string | undefined
}

/** Makes and validates the body of a draft. Variables without a value and calls without a result are faults too. */
export function readRequest({
  model,
  settings,
  messages,
  variables,
  baseUrl,
}: RequestDraft): RequestReading {
  const { sent, missing } = sentMessages(messages, { model, baseUrl }, variables ?? {})
  const waiting = pendingCallsSentence(pendingToolCalls(messages))
  const issues: ValidationIssue[] = [
    ...missing.map(missingVariable),
    ...(waiting === undefined
      ? []
      : [{ path: ['messages'], code: 'open_calls', message: waiting }]),
  ]
  if (issues.length > 0) return { ok: false, issues, notes: [] }
  return validateRequest({ model, messages: sent, ...settings })
}

/**
 * The messages of a conversation as they stand, variables and all; of each answer what is shown.
 * @param receiver who gets them, by which a response takes along what only its own model understands: none of it when absent
 */
export function messagesOf(
  records: readonly MessageRecord[],
  { model, baseUrl }: Partial<Pick<Receiver, 'model' | 'baseUrl'>> = {},
): Message[] {
  const turn = presentTurn(records)
  return records.flatMap((record) =>
    record.kind === 'answer'
      ? (answerMessage(record, { isPresentTurn: turn.has(record), model, baseUrl }) ?? [])
      : record.message,
  )
}

/** The records after the last user message. */
export function presentTurn(records: readonly MessageRecord[]): ReadonlySet<MessageRecord> {
  const last = records.findLastIndex(
    (record) => record.kind !== 'answer' && record.message.role === 'user',
  )
  return new Set(records.slice(last + 1))
}

/** The messages as they are sent, and the variables in them that have no value. */
function sentMessages(
  messages: readonly MessageRecord[],
  receiver: Pick<Receiver, 'model' | 'baseUrl'>,
  values: VariableValues,
): { sent: Message[]; missing: string[] } {
  const missing = new Set<string>()
  const turn = presentTurn(messages)
  const sent = messages.flatMap((record) => {
    if (record.kind === 'answer')
      return answerMessage(record, { isPresentTurn: turn.has(record), ...receiver }) ?? []
    const filled = fillMessage(record.message, values)
    for (const name of filled.missing) missing.add(name)
    return filled.message
  })
  return { sent, missing: [...missing] }
}

function missingVariable(name: string): ValidationIssue {
  return {
    path: ['messages'],
    code: 'variable',
    message: `No value for variable ${name}. Enter one under Variables, or escape it as \\{{${name}}}.`,
  }
}

type AnswerRecord = Extract<MessageRecord, { kind: 'answer' }>

/** Where an answer goes back to. */
interface Receiver {
  isPresentTurn: boolean
  /** As it is asked for, suffixes included; nobody knows which when absent. */
  model?: string | undefined
  baseUrl?: string | undefined
}

/** An answer as the message that goes back; undefined when it holds nothing. */
export function answerMessage(
  record: AnswerRecord,
  { isPresentTurn, ...receiver }: Receiver,
): AssistantMessage | undefined {
  const version = shownVersion(record)
  const choice = version && selectedChoice(version)
  if (version === undefined || choice === undefined) return undefined
  const isOwn = isMadeBy(version, receiver)
  return assistantMessage(isOwn ? choice : plainChoice(choice), isPresentTurn)
}

/** Whether a response goes back to the model that made it, at the base URL that it came from. */
export function isMadeBy(
  { model: maker, connection }: AnswerVersion,
  { model, baseUrl }: Omit<Receiver, 'isPresentTurn'>,
): boolean {
  const isModel = model !== undefined && idOf(model) === idOf(maker)
  // Another server may have a model of the same name, and a connection may have got another server.
  return (
    isModel && (baseUrl === undefined || connection === undefined || connection.baseUrl === baseUrl)
  )
}

/** The names of what a response holds for the model alone that made it; none when nothing of it is sent. */
export function ownMembers(choice: AnswerChoice): string[] {
  const { more = {}, reasoningDetails, toolCalls } = choice
  if (assistantMessage(choice, true) === undefined) return []
  const ofCalls = toolCalls.flatMap((call) => {
    if (isSearchDocuments(call)) return []
    const { type: _, function: inner, ...others } = call.more ?? {}
    return Object.keys({ ...others, ...(isJsonObject(inner) ? inner : {}) })
  })
  const details = reasoningDetails.length === 0 ? [] : ['reasoning_details']
  return [...new Set([...Object.keys(more), ...details, ...ofCalls])]
}

function idOf(model: string): string {
  return parseModelSuffix(model).id
}

/** What any model understands of a choice: signed reasoning, and members that are not known here, are for the model that made them. */
function plainChoice({ more: _, ...choice }: AnswerChoice): AnswerChoice {
  return {
    ...choice,
    reasoningDetails: [],
    toolCalls: choice.toolCalls.map(({ more: _own, ...call }) => call),
  }
}

/**
 * Reasoning details go back unchanged, as models that give them ask for, and so do members that are not known here, such as
 * signatures of thoughts. `reasoning_content` goes only with tool calls of the present turn: DeepSeek refuses a request without
 * it there, and others one that has it elsewhere. Search results in the guise of a tool call stay here: nobody answers them.
 */
function assistantMessage(
  {
    content,
    refusal,
    reasoning,
    isReasoningContent,
    reasoningDetails,
    toolCalls,
    more,
  }: AnswerChoice,
  isPresentTurn: boolean,
): AssistantMessage | undefined {
  const calls = toolCalls.filter((call) => !isSearchDocuments(call))
  const said = content || (refusal ?? '')
  if (said === '' && calls.length === 0) return undefined
  return {
    ...more,
    role: 'assistant',
    content: said === '' ? null : said,
    ...(isReasoningContent && isPresentTurn && calls.length > 0
      ? { reasoning_content: reasoning }
      : {}),
    ...(reasoningDetails.length === 0 ? {} : { reasoning_details: [...reasoningDetails] }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: json, more: own = {} }) => {
            const { type: _, function: inner, ...others } = own
            return {
              id,
              type: 'function' as const,
              ...others,
              function: { name, arguments: json, ...(isJsonObject(inner) ? inner : {}) },
            }
          }),
        }),
  }
}

/** What of a request its answer is validated by; nothing when nothing of it was set. */
export function askedOf({
  response_format,
  vendor_parameters,
}: ChatRequest): Pick<AnswerVersion, 'asked'> {
  if (response_format === undefined && vendor_parameters === undefined) return {}
  return { asked: { ...given({ response_format, vendor_parameters }) } }
}

import type { AnswerChoice } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import type { AssistantMessage, Message } from '../../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import {
  selectedChoice,
  shownVersion,
  type MessageRecord,
} from '../../storage/conversations/conversation.ts'
import { pendingToolCalls, pendingCallsSentence } from './pending-tool-calls.ts'
import { validateRequest, type RequestReading } from './validate-request.ts'
import { fillMessage, type VariableValues } from './variables.ts'

/** What is edited: a model, settings and messages, perhaps not yet a valid request. */
export interface RequestDraft {
  model: string
  settings: JsonObject
  messages: readonly MessageRecord[]
  variables?: VariableValues
}

/**
 * Makes the request body of a draft and validates it by the contract. Variables without a value and
 * tool calls without a result are faults too.
 */
export function readRequest({
  model,
  settings,
  messages,
  variables,
}: RequestDraft): RequestReading {
  const { sent, missing } = sentMessages(messages, variables ?? {})
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

/** The messages of a conversation as they stand, variables and all; of each answer what is shown. */
export function messagesOf(records: readonly MessageRecord[]): Message[] {
  return records.flatMap((record) =>
    record.kind === 'answer' ? (answerMessage(record) ?? []) : record.message,
  )
}

/** The messages as they are sent, and the variables in them that have no value. */
function sentMessages(
  messages: readonly MessageRecord[],
  values: VariableValues,
): { sent: Message[]; missing: string[] } {
  const missing = new Set<string>()
  const sent = messages.flatMap((record) => {
    if (record.kind === 'answer') return answerMessage(record) ?? []
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

/** An answer as the message that goes back; undefined when it holds nothing. */
export function answerMessage(record: AnswerRecord): AssistantMessage | undefined {
  const version = shownVersion(record)
  const choice = version && selectedChoice(version)
  return choice && assistantMessage(choice)
}

/**
 * Reasoning details go back unchanged, as models that give them ask for. Search results in the guise
 * of a tool call stay here: nobody answers them.
 */
function assistantMessage({
  content,
  reasoningDetails,
  toolCalls,
}: AnswerChoice): AssistantMessage | undefined {
  const calls = toolCalls.filter((call) => !isSearchDocuments(call))
  if (content === '' && calls.length === 0) return undefined
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(reasoningDetails.length === 0 ? {} : { reasoning_details: [...reasoningDetails] }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: json }) => ({
            id,
            type: 'function' as const,
            function: { name, arguments: json },
          })),
        }),
  }
}

import type { AnswerChoice } from '../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../contract/chat/documents-call.ts'
import type { AssistantMessage, Message } from '../../../contract/chat/messages.ts'
import { reviewRequest, type RuleNote } from '../../../contract/chat/request-rules.ts'
import { chatRequestSchema, type ChatRequest } from '../../../contract/chat/request.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'
import { keptChoice, shownVersion, type MessageRecord } from '../../../storage/conversation.ts'

/** What is edited: a model, settings and messages, perhaps not yet a valid request. */
export interface RequestDraft {
  model: string
  settings: JsonObject
  messages: readonly MessageRecord[]
}

/** A draft, judged. A request that is ready holds exactly what was set and nothing else. */
export type RequestReading =
  | { ok: true; request: ChatRequest; notes: RuleNote[] }
  | { ok: false; issues: ValidationIssue[]; notes: RuleNote[] }

/** Makes the request body of a draft and judges it by the contract. */
export function readRequest({ model, settings, messages }: RequestDraft): RequestReading {
  const body = { model, messages: messagesOf(messages), ...settings }
  const result = validate(chatRequestSchema, body)
  if (!result.ok) return { ok: false, issues: result.issues, notes: [] }
  const notes = reviewRequest(result.value)
  const errors = notes.filter((note) => note.level === 'error')
  if (errors.length === 0) return { ok: true, request: result.value, notes }
  const issues = errors.map(({ fields, message }) => ({
    path: fields[0]?.split('.') ?? [],
    code: 'rule',
    message,
  }))
  return { ok: false, issues, notes }
}

/** The settings alone, judged: what the settings panel shows while nothing is sent. */
export function readSettings(settings: JsonObject): RequestReading {
  const placeholder: MessageRecord = {
    kind: 'written',
    id: '',
    conversationId: '',
    position: 0,
    message: { role: 'user', content: '…' },
  }
  return readRequest({ model: 'any', settings, messages: [placeholder] })
}

/** The messages of a conversation as they are sent: of each answer the version that is shown. */
export function messagesOf(records: readonly MessageRecord[]): Message[] {
  return records.flatMap(messageOf)
}

/** A record as the message that is sent; an answer that holds nothing is not sent. */
function messageOf(record: MessageRecord): Message[] {
  if (record.kind === 'written') return [record.message]
  const version = shownVersion(record)
  const choice = version && keptChoice(version)
  return choice === undefined || isEmpty(choice) ? [] : [assistantMessage(choice)]
}

/**
 * Reasoning details go back unchanged, as models that give them ask for. Search results that came as a
 * call do not: nobody answers them.
 */
function assistantMessage(choice: AnswerChoice): AssistantMessage {
  const calls = choice.toolCalls.filter((call) => !isSearchDocuments(call))
  return {
    role: 'assistant',
    content: choice.content === '' && calls.length > 0 ? null : choice.content,
    ...(choice.reasoningDetails.length === 0
      ? {}
      : { reasoning_details: [...choice.reasoningDetails] }),
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

function isEmpty({ content, toolCalls }: AnswerChoice): boolean {
  return content === '' && toolCalls.every(isSearchDocuments)
}

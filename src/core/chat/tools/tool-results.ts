import type { ToolMessage } from '../../../../contract/chat/messages.ts'
import {
  EXAMPLE_RESULT,
  EXAMPLE_TOOL,
} from '../../../../contract/chat/request/request-structures.ts'
import { type JsonValue, parseJson } from '../../../../contract/json.ts'
import {
  type AnswerMessage,
  type AnswerVersion,
  type Conversation,
  shownVersion,
} from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { addMessage, replaceRecord } from '../conversation/authored-messages.ts'
import { type PendingToolCall, pendingToolCalls } from '../request/pending-tool-calls.ts'
import { sendOrNotify } from '../responses/send-messages.ts'

/** The calls of an answer that still wait for a result. */
export function pendingCallsOf(chat: Chat, recordId: string): PendingToolCall[] {
  const { messages } = chat.conversation.getState()
  return pendingToolCalls(messages).filter((call) => call.recordId === recordId)
}

/** Saves what is being written as result of a call, with the answer that asks for it. */
export function saveResult(chat: Chat, recordId: string, index: number, text: string): void {
  const { messages } = chat.conversation.getState()
  const record = messages.find(({ id }) => id === recordId)
  if (record?.kind !== 'answer') return
  const shown = shownVersion(record)
  if (shown === undefined) return
  const written: AnswerVersion = { ...shown, toolResults: { ...shown.toolResults, [index]: text } }
  const versions = record.versions.map((version) => (version === shown ? written : version))
  replaceRecord(chat, { ...record, versions })
}

/** What is sent as result of a call unless it is changed: the tool of the examples returns something plausible. */
export function suggestedResult({ settings }: Conversation, name: string): string {
  const { tools } = settings
  const example = JSON.stringify(EXAMPLE_TOOL)
  return name === EXAMPLE_TOOL.function.name &&
    Array.isArray(tools) &&
    tools.some((tool) => JSON.stringify(tool) === example)
    ? EXAMPLE_RESULT
    : ''
}

/** The tool messages that answer calls, in the order of the calls; undefined while one lacks. */
export function resultMessages(
  calls: readonly PendingToolCall[],
  results: AnswerVersion['toolResults'] = {},
  suggested: (name: string) => string = () => '',
): ToolMessage[] | undefined {
  const messages = calls.flatMap(({ index, id, name }): ToolMessage[] => {
    const content = results[index] ?? suggested(name)
    return content === '' ? [] : [{ role: 'tool', tool_call_id: id, content }]
  })
  return messages.length === calls.length ? messages : undefined
}

/** Adds the results of calls: at the end of the conversation they are sent at once. */
export function addResults(
  chat: Chat,
  record: AnswerMessage,
  results: readonly ToolMessage[],
): void {
  const { messages } = chat.conversation.getState()
  const at = lastResultOf(chat, record.id)
  if (at === messages.length - 1) sendOrNotify(chat, results)
  else results.forEach((message, offset) => addMessage(chat, message, at + 1 + offset))
}

/**
 * Answers the calls of an answer that wait by saying that they were canceled, and sends nothing: a person goes
 * on with something else, and the model reads it then.
 */
export function cancelCalls(chat: Chat, record: AnswerMessage): void {
  const steps = shownVersion(record)?.toolSteps
  const at = lastResultOf(chat, record.id)
  pendingCallsOf(chat, record.id).forEach(({ id, index }, offset) => {
    const mayHaveRun = steps?.[index]?.state === 'called' ? ' It may have run.' : ''
    const content = `The user canceled this call.${mayHaveRun}`
    addMessage(chat, { role: 'tool', tool_call_id: id, content }, at + 1 + offset)
  })
}

/** Whether nothing follows an answer but results of its calls. */
export function isAtEnd(chat: Chat, recordId: string): boolean {
  return lastResultOf(chat, recordId) === chat.conversation.getState().messages.length - 1
}

/** The index of the last tool message behind an answer, or of the answer itself. */
function lastResultOf(chat: Chat, recordId: string): number {
  const { messages } = chat.conversation.getState()
  let at = messages.findIndex(({ id }) => id === recordId)
  for (let next = messages[at + 1]; next?.kind === 'written'; next = messages[at + 1]) {
    if (next.message.role !== 'tool') break
    at += 1
  }
  return at
}

/** The arguments of a call, read: a value, or why they are none. A call may come without any. */
type ArgumentsReading =
  | { ok: true; value: JsonValue }
  | { ok: false; fault: 'syntax' | 'depth'; problem: string }

/** Reads the arguments of a tool call. Models write them, so they need not be JSON. */
export function readArguments(text: string): ArgumentsReading {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    return { ok: true, value: parseJson(text) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'not JSON'
    return { ok: false, fault: error instanceof RangeError ? 'depth' : 'syntax', problem }
  }
}

import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import type { AssistantMessage } from '../../../../contract/chat/messages.ts'
import {
  selectedChoice,
  shownVersion,
  type MessageRecord,
} from '../../storage/conversations/conversation.ts'

/** A call that the next request must bring the result of. */
export interface PendingToolCall {
  /** The message that asks for it. */
  recordId: string
  /** Its place among the calls of that message. */
  index: number
  id: string
  name: string
}

/**
 * The tool calls of a conversation that no tool message answers: one is counted as answered by a
 * tool message with its id among those that directly follow.
 */
export function pendingToolCalls(messages: readonly MessageRecord[]): PendingToolCall[] {
  return messages.flatMap((record, at) => {
    const calls = callsOf(record)
    if (calls.length === 0) return []
    const given = resultIds(messages, at + 1)
    return calls.filter(({ id }) => {
      const found = given.indexOf(id)
      if (found < 0) return true
      given.splice(found, 1)
      return false
    })
  })
}

/** The calls that a message asks the caller to make; search results in the guise of one are not. */
function callsOf(record: MessageRecord): PendingToolCall[] {
  const calls = record.kind === 'answer' ? answerCalls(record) : writtenCalls(record.message)
  return calls.flatMap(({ id, name }, index) =>
    isSearchDocuments({ id, name }) ? [] : [{ recordId: record.id, index, id, name }],
  )
}

/** Says what holds a request back while calls are open; undefined when nothing does. */
export function pendingCallsSentence(calls: readonly PendingToolCall[]): string | undefined {
  const [first] = calls
  if (first === undefined) return undefined
  return calls.length === 1
    ? `The model waits for the result of ${first.name || 'a tool call'}: send it, or cancel the call.`
    : `The model waits for the results of ${calls.length} tool calls: send them, or cancel the calls.`
}

type AnswerRecord = Extract<MessageRecord, { kind: 'answer' }>

function answerCalls(record: AnswerRecord): readonly { id: string; name: string }[] {
  const version = shownVersion(record)
  return (version && selectedChoice(version)?.toolCalls) ?? []
}

function writtenCalls(message: { role: string } | AssistantMessage) {
  const calls = 'tool_calls' in message && message.role === 'assistant' ? message.tool_calls : []
  return (calls ?? []).map((call) => ({ id: call.id, name: call.function.name }))
}

/** The ids that the tool messages from here on answer, up to the first message that is none. */
function resultIds(messages: readonly MessageRecord[], from: number): string[] {
  const ids: string[] = []
  for (const record of messages.slice(from)) {
    if (record.kind !== 'written' || record.message.role !== 'tool') break
    ids.push(record.message.tool_call_id)
  }
  return ids
}

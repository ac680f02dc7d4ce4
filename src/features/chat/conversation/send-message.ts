import { connectionStore, type Connection } from '../../../api/connection.ts'
import type { ChatRequest } from '../../../contract/chat/request.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import type { AnswerMessage, MessageRecord } from '../../../storage/conversation.ts'
import { askToPersistOnce } from '../../../storage/storage-estimate.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { readRequest } from './chat-request.ts'
import {
  addAnswer,
  addMessage,
  addVersion,
  conversationStore,
  saveProgress,
  updateVersion,
} from './conversation-store.ts'
import { receiveAnswer } from './receive-answer.ts'
import { runningVersions } from './runs.ts'

/**
 * Sends what was written, as a user message at the end. Nothing changes and the faults are given
 * back when the request would not be valid. While an answer of the conversation is still coming it
 * does nothing: a second press must not cost a second time.
 */
export function sendMessage(connection: Connection, text: string): ValidationIssue[] {
  const { conversation, messages } = conversationStore.getState()
  if (runningVersions(messages).length > 0) return []
  const written: MessageRecord[] =
    text === ''
      ? []
      : [
          {
            kind: 'written',
            id: '',
            conversationId: conversation.id,
            position: Infinity,
            message: { role: 'user', content: text },
          },
        ]
  const reading = readRequest({ ...conversation, messages: [...messages, ...written] })
  if (!reading.ok) return reading.issues
  if (text !== '') addMessage({ role: 'user', content: text })
  void askToPersistOnce()
  startAnswer(connection, addAnswer(), reading.request)
  return []
}

/**
 * Asks for another version of an answer, from the messages before it. `change` adjusts the request
 * for this once, such as to stream it. Does nothing while an answer is still coming.
 */
function regenerate(
  connection: Connection,
  answer: AnswerMessage,
  change: Partial<ChatRequest> = {},
): ValidationIssue[] {
  const { conversation, messages } = conversationStore.getState()
  if (runningVersions(messages).length > 0) return []
  const before = messages.filter((record) => record.position < answer.position)
  const reading = readRequest({ ...conversation, messages: before })
  if (!reading.ok) return reading.issues
  startAnswer(connection, answer, { ...reading.request, ...change })
  return []
}

/** As {@link regenerate} on the current connection; faults are told in a toast. */
export function regenerateOrTell(answer: AnswerMessage, change: Partial<ChatRequest> = {}): void {
  const { connection } = connectionStore.getState()
  if (connection === undefined) return
  const [issue] = regenerate(connection, answer, change)
  if (issue !== undefined) showToast(issue.message)
}

function startAnswer(connection: Connection, place: AnswerMessage, request: ChatRequest): void {
  let record = place
  receiveAnswer(connection, request, {
    started: (version) => {
      record = addVersion(place, version)
    },
    grown: (version) => saveProgress(record, version),
    settled: (version) => updateVersion(record, version),
  })
}

import type { Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { readRequest } from '../../../core/chat/request/request-body.ts'
import type { SendOptions } from '../../../core/client/chat-completion.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { OFFLINE_WORDS } from '../../../core/client/connection/network.ts'
import {
  shownVersion,
  type AnswerMessage,
  type AnswerVersion,
  type MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { askToPersistOnce } from '../../../core/storage/db/storage-estimate.ts'
import { client } from '../../../page/client.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { closeEditors } from '../messages/editor-store.ts'
import { addAnswer, addVersion, saveProgress, updateVersion } from './answer-versions.ts'
import { conversationStore } from './conversation-store.ts'
import { unfinishedElsewhere } from './follow-answers.ts'
import { receiveAnswer } from './receive-answer.ts'
import { runningVersions } from './runs.ts'
import { addMessage } from './written-messages.ts'

// In the same file, as sending needs it: each file more costs the page a line in its import map.
export { heldSecret } from '../../../core/client/connection/held-secret.ts'

/**
 * Sends what was written, as a user message at the end; without text, the conversation as it is.
 * Nothing changes and the faults are given back when the request would not be valid. While an
 * answer of the conversation is still coming it does nothing: a second press must not cost a second
 * time.
 */
export function sendMessage(connection: Connection, text: string): ValidationIssue[] {
  return sendMessages(connection, text === '' ? [] : [{ role: 'user', content: text }])
}

/** As {@link sendMessage}, with any messages to add at the end. */
export function sendMessages(connection: Connection, added: readonly Message[]): ValidationIssue[] {
  const { messages: shown } = conversationStore.getState()
  if (runningVersions(shown).length > 0) return []
  if (isRunningElsewhere(shown)) return [ANSWERED_ELSEWHERE]
  const faults = closeEditors()
  if (faults.length > 0) return faults
  const { conversation, messages } = conversationStore.getState()
  const written = added.map((message): MessageRecord => ({
    kind: 'written',
    id: '',
    conversationId: conversation.id,
    position: Infinity,
    message,
  }))
  const reading = readRequest({ ...conversation, messages: [...messages, ...written] })
  if (!reading.ok) return reading.issues
  for (const message of added) addMessage(message)
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
  change: Partial<ChatRequest>,
  options: SendOptions,
): ValidationIssue[] {
  const reading = readUpTo(answer, false)
  if (reading === undefined) return []
  if (!reading.ok) return reading.issues
  startAnswer(connection, answer, { ...reading.request, ...change }, options)
  return []
}

/**
 * Asks the model to go on where an answer ends: it is sent as the last message, and what comes is
 * joined to it as another version.
 */
function continueAnswer(connection: Connection, answer: AnswerMessage): ValidationIssue[] {
  const reading = readUpTo(answer, true)
  if (reading === undefined) return []
  if (!reading.ok) return reading.issues
  startAnswer(connection, answer, reading.request, {
    start: shownVersion(answer)?.answer.choices[0],
  })
  return []
}

/** As {@link regenerate} on the current connection; faults are told in a toast. */
export function regenerateOrTell(
  answer: AnswerMessage,
  change: Partial<ChatRequest> = {},
  options: SendOptions = {},
): void {
  orTell((connection) => regenerate(connection, answer, change, options))
}

/** As {@link continueAnswer} on the current connection; faults are told in a toast. */
export function continueOrTell(answer: AnswerMessage): void {
  orTell((connection) => continueAnswer(connection, answer))
}

/** Sends the conversation with these messages added, on the current connection. */
export function sendOrTell(added: readonly Message[] = []): void {
  orTell((connection) => sendMessages(connection, added))
}

function orTell(run: (connection: Connection) => ValidationIssue[]): void {
  const { connection } = client.connections.store.getState()
  if (connection === undefined) return
  if (client.network.store.getState().offline) return showToast(OFFLINE_WORDS)
  const [issue] = run(connection)
  if (issue !== undefined) showToast(issue.message)
}

const ANSWERED_ELSEWHERE: ValidationIssue = {
  path: [],
  code: 'answered_elsewhere',
  message: 'An answer to this conversation is arriving in another tab: wait for its end.',
}

function isRunningElsewhere(messages: readonly MessageRecord[]): boolean {
  return messages.some((record) => unfinishedElsewhere(record).length > 0)
}

/** The request made of the messages before an answer, or up to and with it. */
function readUpTo(answer: AnswerMessage, inclusive: boolean) {
  const { messages: shown } = conversationStore.getState()
  if (runningVersions(shown).length > 0) return undefined
  if (isRunningElsewhere(shown)) return { ok: false as const, issues: [ANSWERED_ELSEWHERE] }
  const faults = closeEditors()
  if (faults.length > 0) return { ok: false as const, issues: faults }
  const { conversation, messages } = conversationStore.getState()
  const at = messages.findIndex(({ id }) => id === answer.id)
  if (at < 0) return undefined
  return readRequest({ ...conversation, messages: messages.slice(0, inclusive ? at + 1 : at) })
}

function startAnswer(
  connection: Connection,
  place: AnswerMessage,
  request: ChatRequest,
  options: Parameters<typeof receiveAnswer>[3] = {},
): void {
  let record = place
  const keeper = {
    started: (version: AnswerVersion) => {
      record = addVersion(place, version)
    },
    grown: (version: AnswerVersion) => saveProgress(record, version),
    settled: (version: AnswerVersion) => updateVersion(record, version),
  }
  receiveAnswer(connection, request, keeper, options)
}

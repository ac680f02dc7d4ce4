import { createStore, type StoreApi } from 'zustand/vanilla'

import { type Answer, type AnswerChoice, emptyAnswer } from '../../../../contract/chat/answer.ts'
import type { Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { given } from '../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { type ChatRun, runChat, type SendOptions } from '../../client/chat-completion.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { OFFLINE_WORDS } from '../../client/connection/network.ts'
import { hold } from '../../journal/hold.ts'
import { answerLock } from '../../storage/conversations/answer-lock.ts'
import {
  type AnswerMessage,
  type AnswerVersion,
  type MessageRecord,
  shownVersion,
} from '../../storage/conversations/conversation.ts'
import { requestSettings } from '../../tools/wire-tools.ts'
import type { Chat } from '../chat.ts'
import {
  addAnswer,
  addVersion,
  saveProgress,
  updateVersion,
} from '../conversation/answer-versions.ts'
import { addMessage } from '../conversation/authored-messages.ts'
import { closeEditors } from '../editors/message-editors.ts'
import { askedOf, readRequest } from '../request/request-body.ts'
import { unfinishedElsewhere } from '../sync/sync-conversation.ts'
import { releaseRun, runningVersions, trackRun } from './runs.ts'

/**
 * Sends the conversation with messages added at its end; without any, as it is. Nothing changes and
 * the faults are returned when the request would not be valid, while an answer of the conversation is
 * still coming (a second press must not cost a second time), or when it is not the one that was meant.
 */
export function sendMessages(
  chat: Chat,
  connection: Connection,
  added: readonly Message[],
  { conversationId, ...options }: SendOptions & { conversationId?: string } = {},
): ValidationIssue[] {
  const { conversation: current, messages: shown, status } = chat.conversation.getState()
  if (conversationId !== undefined && conversationId !== current.id) return [OTHER_CONVERSATION]
  if (status !== 'ready') return [NOT_OPEN]
  if (runningVersions(shown, chat.runs.getState()).length > 0)
    return added.length > 0 ? [STILL_RUNNING] : []
  if (isRunningElsewhere(chat, shown)) return [ANSWERED_ELSEWHERE]
  const faults = closeEditors(chat)
  if (faults.length > 0) return faults
  const { conversation, messages } = chat.conversation.getState()
  const written = added.map((message): MessageRecord => ({
    kind: 'written',
    id: '',
    conversationId: conversation.id,
    position: Infinity,
    message,
  }))
  const reading = readRequest({
    ...withSources(chat),
    baseUrl: connection.baseUrl,
    messages: [...messages, ...written],
  })
  if (!reading.ok) return reading.issues
  for (const message of added) addMessage(chat, message)
  startAnswer(chat, connection, addAnswer(chat), reading.request, options)
  return []
}

/** As {@link sendMessages} on the current connection; the person is told of faults. */
export function sendOrNotify(chat: Chat, added: readonly Message[]): void {
  orNotify(chat, (connection) => sendMessages(chat, connection, added))
}

/**
 * Asks for another version of an answer, from the messages before it. `change` adjusts the request
 * for this once, such as to stream it. Does nothing while an answer is still coming.
 */
export function regenerate(
  chat: Chat,
  answer: AnswerMessage,
  change: Partial<ChatRequest> = {},
  options: SendOptions = {},
): void {
  orNotify(chat, (connection) => {
    const reading = readUpTo(chat, connection, answer.id, false)
    if (reading === undefined) return []
    if (!reading.ok) return reading.issues
    startAnswer(chat, connection, reading.answer, { ...reading.request, ...change }, options)
    return []
  })
}

/**
 * Asks the model to go on where an answer ends: it is sent as the last message, and what comes is
 * joined to it as another version.
 */
export function continueAnswer(chat: Chat, answer: AnswerMessage): void {
  orNotify(chat, (connection) => {
    const reading = readUpTo(chat, connection, answer.id, true)
    if (reading === undefined) return []
    if (!reading.ok) return reading.issues
    startAnswer(chat, connection, reading.answer, reading.request, {
      start: shownVersion(reading.answer)?.answer.choices[0],
    })
    return []
  })
}

function orNotify(chat: Chat, run: (connection: Connection) => ValidationIssue[]): void {
  const { connections, network } = chat.client
  const { connection } = connections.store.getState()
  if (connection === undefined) return
  if (network.store.getState().offline) return chat.world.notify(OFFLINE_WORDS)
  const [issue] = run(connection)
  if (issue !== undefined) chat.world.notify(issue.message)
}

const ANSWERED_ELSEWHERE = refusal(
  'Another tab is receiving a response to this conversation. Wait until it ends.',
)
const OTHER_CONVERSATION = refusal('Another conversation was opened, so nothing was sent.')
const NOT_OPEN = refusal('The conversation is no longer open, so nothing was sent.')
const STILL_RUNNING = refusal('A response is still streaming, so nothing was sent.')

function refusal(message: string): ValidationIssue {
  return { path: [], code: 'refused', message }
}

function isRunningElsewhere({ runs }: Chat, messages: readonly MessageRecord[]): boolean {
  return messages.some((record) => unfinishedElsewhere(record, runs.getState()).length > 0)
}

function findAnswer(messages: readonly MessageRecord[], id: string): AnswerMessage | undefined {
  const record = messages.find((candidate) => candidate.id === id)
  return record?.kind === 'answer' ? record : undefined
}

/** The request made of the messages before an answer, or up to and with it, and the answer as it is now. */
function readUpTo(chat: Chat, connection: Connection, answerId: string, inclusive: boolean) {
  const { messages: shown } = chat.conversation.getState()
  if (runningVersions(shown, chat.runs.getState()).length > 0) return undefined
  if (isRunningElsewhere(chat, shown)) return { ok: false as const, issues: [ANSWERED_ELSEWHERE] }
  const faults = closeEditors(chat)
  if (faults.length > 0) return { ok: false as const, issues: faults }
  const { messages } = chat.conversation.getState()
  const answer = findAnswer(messages, answerId)
  if (answer === undefined) return undefined
  const at = messages.indexOf(answer) + (inclusive ? 1 : 0)
  return {
    ...readRequest({
      ...withSources(chat),
      baseUrl: connection.baseUrl,
      messages: messages.slice(0, at),
    }),
    answer,
  }
}

function withSources({ conversation: store, toolSources }: Chat) {
  const { conversation } = store.getState()
  return { ...conversation, settings: requestSettings(conversation, toolSources.getState().list) }
}

/** A growing answer is stored this often, in ms: the most that a killed tab can lose. */
const SAVE_EVERY = 250

/**
 * Sends a request and records its response as a version of the answer: once when it begins, as it grows, and once when
 * it has settled. The run can be stopped by the id of the version. With a `start`, the answer is that start and what
 * comes, as one.
 */
function startAnswer(
  chat: Chat,
  connection: Connection,
  place: AnswerMessage,
  request: ChatRequest,
  { start, ...options }: SendOptions & { start?: AnswerChoice | undefined } = {},
): void {
  const { document } = chat.world
  const { clock, random, locks, report } = chat.client.world
  const { headers = [] } = chat.conversation.getState().conversation
  const version: AnswerVersion = {
    id: random.uuid(),
    startedAt: clock.now(),
    model: request.model,
    connection: { id: connection.id, name: connection.name, baseUrl: connection.baseUrl },
    ...askedOf(request),
    answer: { ...emptyAnswer, phase: 'waiting' },
    ...(start === undefined ? {} : { origin: 'continued' }),
  }
  const { conversationId } = place
  const sent = runChat(chat.client, connection, request, { headers, conversationId, ...options })
  const run = start === undefined ? sent : continuedRun(start, sent)
  trackRun(chat.runs, version.id, run)
  let record = addVersion(chat, place, version)
  // The person may change it while it comes, and leave it before its end.
  const stopFollowing = chat.conversation.subscribe(({ messages }) => {
    record = findAnswer(messages, place.id) ?? record
  })

  const save = () => saveProgress(chat, record, { ...version, answer: run.answer.getState() })
  const saveWhenHidden = () => {
    if (document.visibilityState === 'hidden') save()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = run.answer.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      save()
    }, SAVE_EVERY)
  })
  document.addEventListener('visibilitychange', saveWhenHidden)

  const stored = run.done.then((answer) => {
    unsubscribe()
    stopFollowing()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', saveWhenHidden)
    const exchangeId = run.exchangeId()
    const written = updateVersion(chat, record, { ...version, answer, ...given({ exchangeId }) })
    releaseRun(chat.runs, version.id)
    return written
  })
  hold(locks, answerLock(version.id), () => stored).catch(report)
}

function continuedRun(start: AnswerChoice, run: ChatRun): ChatRun {
  return {
    ...run,
    answer: continuedStore(start, run.answer),
    done: run.done.then((answer) => continued(start, answer)),
  }
}

/** Whether a model can be asked to go on from where an answer ends: only text can be continued. */
export function canContinue({ choices, phase }: Answer): boolean {
  const [choice] = choices
  if (choice === undefined || choice.content === '' || choice.toolCalls.length > 0) return false
  return choice.finishReason === 'length' || phase === 'cut' || phase === 'stopped'
}

/** An answer that goes on from the first choice of an earlier one, as one text. */
function continued(start: AnswerChoice, answer: Answer): Answer {
  const choices = answer.choices.length === 0 ? [emptyEnd] : answer.choices
  return {
    ...answer,
    choices: choices.map((choice) => ({
      ...choice,
      content: start.content + choice.content,
      reasoning: [start.reasoning, choice.reasoning].filter((text) => text !== '').join('\n\n'),
      reasoningDetails: [...start.reasoningDetails, ...choice.reasoningDetails],
      logprobs: [...start.logprobs, ...choice.logprobs],
    })),
  }
}

/** A store of the continued answer that follows the store of its continuation. */
export function continuedStore(start: AnswerChoice, end: StoreApi<Answer>): StoreApi<Answer> {
  const store = createStore<Answer>(() => continued(start, end.getState()))
  end.subscribe((answer) => store.setState(continued(start, answer), true))
  return store
}

const emptyEnd: AnswerChoice = {
  content: '',
  reasoning: '',
  reasoningDetails: [],
  toolCalls: [],
  logprobs: [],
}

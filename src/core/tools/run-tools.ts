import type { StoreApi } from 'zustand/vanilla'

import { microUsdFrom } from '../../../contract/money.ts'
import type { Chat } from '../chat/chat.ts'
import { readRequest } from '../chat/request/request-body.ts'
import { stopRuns } from '../chat/responses/runs.ts'
import { sendMessages } from '../chat/responses/send-messages.ts'
import type { Admission } from '../client/admission/admission.ts'
import { causeOf } from '../client/cause.ts'
import type { Connection } from '../client/connection/connections.ts'
import { createObservable } from '../client/observable.ts'
import { maxChatCost } from '../client/queries/max-chat-cost.ts'
import type {
  ConversationTools,
  ToolAnswer,
  ToolStep,
} from '../storage/conversations/conversation-tools.ts'
import { shownVersion } from '../storage/conversations/conversation.ts'
import { withApproval, withReadOnlyAllowed } from './approval.ts'
import { setConversationTools } from './conversation-settings.ts'
import {
  episodeOf,
  nextAction,
  type CallTarget,
  type Episode,
  type EpisodeCall,
  type NextAction,
  type WaitingCall,
} from './episode.ts'
import { resultText, storableResult } from './result-text.ts'
import type { ToolOutcome } from './tool.ts'
import { requestSettings, wireTools } from './wire-tools.ts'
import { storedStep, writeStep } from './write-step.ts'

/** A question to the person: may this call be made? Everything of the tool is text of others. */
export interface ToolAsk {
  /** Of this question alone, so that a late press never answers the next one. */
  id: string
  call: EpisodeCall
  target: CallTarget
  /** The definition it had when it was decided about last, as JSON; absent where it is the same. */
  changedFrom?: string
}

/** `read_only`: this call, and for this conversation every tool of its source that says it only reads. */
export type ToolDecision = 'once' | 'conversation' | 'read_only' | 'never'

/** Why nothing goes on by itself. */
export type EndReason =
  | Extract<NextAction, { do: 'end' }>['why']
  /** The next request might cost more than is left of the limit. */
  | 'spend_limit'
  /** There is a limit, and nobody knows what the next request may cost. */
  | 'unknown_price'
  | 'stopped'
  /** A step couldn't be stored, so it was not taken. */
  | 'unsaved'
  /** Another tab runs the tools of this conversation. */
  | 'elsewhere'
  /** Another conversation was opened. */
  | 'left'
  /** The next request couldn't be made; see `message`. */
  | 'not_sent'

/** How the tools of one conversation run. */
export type ToolRun =
  | { phase: 'asking'; ask: ToolAsk }
  | { phase: 'calling'; call: EpisodeCall; target: CallTarget; startedAt: number }
  | { phase: 'working' }
  | { phase: 'receiving' }
  | { phase: 'waiting'; waiting: readonly WaitingCall[] }
  | { phase: 'ended'; why: EndReason; message?: string }

export interface ToolRuns {
  /** By conversation; absent where none has run since the page was loaded. */
  byConversation: Readonly<Record<string, ToolRun>>
}

/** Runs tools. Nothing here asks twice for one call, or makes one twice without a press. */
export interface ToolRunner {
  store: StoreApi<ToolRuns>
  /** Goes on at the end of the conversation on the screen. Resolves when it needs a person or ends. */
  start(): Promise<void>
  /** As {@link start}, and counts rounds, failures and cost anew: a person pressed Continue. */
  startAnew(): Promise<void>
  /** Answers a question; an earlier one is ignored. */
  decide(askId: string, decision: ToolDecision): void
  /** Ends the run of the conversation on the screen at once. */
  stop(): void
  /** Answers a call that waits, with what a person wrote, and goes on. */
  answer(index: number, text: string): Promise<void>
  /** Makes a call again that may have run, and goes on: a person pressed for it. */
  callAgain(index: number): Promise<void>
  /** Answers a call that waits by saying that it was denied, and goes on. */
  deny(index: number): Promise<void>
  /** Runs tools by themselves where the conversation says so. Returns the way to end that. */
  follow(): () => void
}

const DENIED = 'The user did not allow this call.'

/**
 * Creates what runs the tools of a chat.
 * @example
 * const runner = createToolRunner(chat)
 * runner.follow()
 */
export function createToolRunner(chat: Chat): ToolRunner {
  const { client } = chat
  const { clock, locks, report } = client.world
  const store = createObservable<ToolRuns>({ byConversation: {} }, report)
  const running = new Map<string, AbortController>()
  const asked = new Map<string, (decision: ToolDecision | 'left') => void>()

  const show = (conversationId: string, run: ToolRun) =>
    store.setState(({ byConversation }) => ({
      byConversation: { ...byConversation, [conversationId]: run },
    }))

  /** The end of the conversation as it is on the screen; undefined when it is not. */
  const look = (conversationId: string) => {
    const { conversation, messages, status } = chat.conversation.getState()
    if (conversation.id !== conversationId || status !== 'ready') return undefined
    const { settings, tools = {} } = conversation
    const episode = episodeOf(messages, tools.since)
    const offered = wireTools(settings, tools, chat.toolSources.getState().list)
    return { conversation, messages, tools, episode, offered }
  }

  const ask = (conversationId: string, question: ToolAsk): Promise<ToolDecision | 'left'> =>
    new Promise((resolve) => {
      const stopWatching = chat.conversation.subscribe(({ conversation }) => {
        if (conversation.id !== conversationId) asked.get(question.id)?.('left')
      })
      asked.set(question.id, (decision) => {
        asked.delete(question.id)
        stopWatching()
        resolve(decision)
      })
      show(conversationId, { phase: 'asking', ask: question })
    })

  /** Takes steps until one needs a person. Returns how it ended. */
  const drive = async (
    conversationId: string,
    connection: Connection,
    signal: AbortSignal,
  ): Promise<ToolRun> => {
    const orStopped = <T>(work: Promise<T>) => unlessAborted(work, signal)
    for (;;) {
      const view = look(conversationId)
      if (view === undefined) return ended('left')
      const { episode, tools, offered } = view
      if (episode === undefined) return ended('no_calls')
      const action = nextAction(episode, tools, offered)
      if (action.do === 'end') return ended(action.why)
      if (action.do === 'wait') return { phase: 'waiting', waiting: action.waiting }
      if (action.do === 'send') {
        const end = await orStopped(
          sendAgain(chat, connection, episode, signal, () =>
            show(conversationId, { phase: 'receiving' }),
          ),
        )
        if (end !== undefined) return end
        continue
      }
      const { call, target } = action
      const place = placeOf(conversationId, episode, call)
      const save = (step: StepState, more: { content?: string; tools?: ConversationTools } = {}) =>
        orStopped(writeStep(chat, { ...place, step: stepOf(target, step), ...more }))
      switch (action.do) {
        case 'deny':
          if (!(await save({ state: 'answered', by: 'denied' }, { content: DENIED })))
            return ended('unsaved')
          break
        case 'refuse': {
          const { message } = action
          const refused = { state: 'answered', by: 'invalid', message } as const
          if (!(await save(refused, { content: `Error: ${message}` }))) return ended('unsaved')
          break
        }
        case 'approve':
          if (!(await save({ state: 'approved' }))) return ended('unsaved')
          break
        case 'ask': {
          const { changedFrom } = action
          if (!(await save({ state: 'asked' }))) return ended('unsaved')
          const question: ToolAsk = {
            id: client.world.random.uuid(),
            call,
            target,
            ...(changedFrom === undefined ? {} : { changedFrom }),
          }
          const decision = await orStopped(ask(conversationId, question)).finally(() =>
            asked.get(question.id)?.('left'),
          )
          if (decision === 'left') return ended('left')
          show(conversationId, { phase: 'working' })
          const now = look(conversationId)?.tools ?? tools
          if (!(await saveDecision(decision, now, target, save))) return ended('unsaved')
          break
        }
        case 'call': {
          // Another tab may have been here since.
          const step = await orStopped(storedStep(chat, place))
          if (step?.state !== 'approved') return ended('elsewhere')
          const startedAt = clock.now()
          if (!(await save({ state: 'called', startedAt }))) {
            // It was not made, whatever becomes of what could not be written.
            void save({ state: 'approved' })
            return ended('unsaved')
          }
          show(conversationId, { phase: 'calling', call, target, startedAt })
          const cause = { exchangeId: episode.version.exchangeId ?? '', toolCallId: call.id }
          const request = { id: call.id, name: target.identity.tool, arguments: action.arguments }
          const outcome = await orStopped(
            target.source.call(request, { signal, cause }).catch(brokenSource),
          )
          const { answer, content } = answerOf(outcome, startedAt, clock.now())
          // It was made: its result is stored even if the person has left or stopped meanwhile.
          show(conversationId, { phase: 'working' })
          if (!(await save({ state: 'answered', ...answer }, { content }))) return ended('unsaved')
          break
        }
      }
    }
  }

  const run = async (conversationId: string, connection: Connection): Promise<void> => {
    if (running.has(conversationId)) return
    const controller = new AbortController()
    const { signal } = controller
    running.set(conversationId, controller)
    show(conversationId, { phase: 'working' })
    const end = await alone(locks, `tools:${conversationId}`, () =>
      drive(conversationId, connection, signal),
    ).catch((error: unknown): ToolRun => {
      if (!signal.aborted) report(error)
      return ended(signal.aborted ? 'stopped' : 'unsaved')
    })
    if (running.get(conversationId) === controller) running.delete(conversationId)
    if (!signal.aborted) show(conversationId, end)
  }

  const start = async () => {
    const { connection } = client.connections.store.getState()
    if (connection !== undefined)
      await run(chat.conversation.getState().conversation.id, connection)
  }

  /** Writes what a person said of a call that waits, and goes on. */
  const settle = async (index: number, step: StepState, content?: string) => {
    const { id } = chat.conversation.getState().conversation
    const view = look(id)
    const call = view?.episode?.calls.find((one) => one.index === index && one.isPending)
    if (view?.episode === undefined || call === undefined || running.has(id)) return
    const tool = call.step ?? {
      tool: call.name,
      source: { kind: 'by_hand' as const, name: '' },
      hash: '',
    }
    const isStored = await writeStep(chat, {
      ...placeOf(id, view.episode, call),
      step: { tool: tool.tool, source: tool.source, hash: tool.hash, ...step },
      ...(content === undefined ? {} : { content }),
    })
    if (isStored) await start()
    else show(id, ended('unsaved'))
  }

  return {
    store,
    start,
    startAnew: async () => {
      const view = look(chat.conversation.getState().conversation.id)
      if (view?.episode === undefined || running.has(view.conversation.id)) return
      setConversationTools(chat, { since: view.episode.answer.id })
      await start()
    },
    decide: (askId, decision) => asked.get(askId)?.(decision),
    stop: () => {
      const { id } = chat.conversation.getState().conversation
      const controller = running.get(id)
      if (controller === undefined) return
      running.delete(id)
      show(id, ended('stopped'))
      controller.abort()
    },
    answer: (index, text) => settle(index, { state: 'answered', by: 'person' }, text),
    callAgain: (index) => settle(index, { state: 'approved' }),
    deny: (index) => settle(index, { state: 'answered', by: 'denied' }, DENIED),
    follow: () =>
      chat.runs.subscribe(({ live }, before) => {
        const { conversation, messages } = chat.conversation.getState()
        if (conversation.tools?.auto !== true || running.has(conversation.id)) return
        const version = episodeOf(messages, undefined)?.version
        const hasSettled =
          version !== undefined && version.id in before.live && !(version.id in live)
        if (hasSettled && version.answer.phase === 'finished') void start()
      }),
  }
}

type StepState = ToolStep extends infer Step
  ? Step extends ToolStep
    ? Omit<Step, 'tool' | 'source' | 'hash'>
    : never
  : never

function stepOf({ source, identity }: CallTarget, step: StepState): ToolStep {
  const { kind, name } = source
  return { tool: identity.tool, source: { kind, name }, hash: identity.hash, ...step }
}

function placeOf(conversationId: string, { answer, version }: Episode, { index }: EpisodeCall) {
  return { conversationId, recordId: answer.id, versionId: version.id, index }
}

function ended(why: EndReason, message?: string): Extract<ToolRun, { phase: 'ended' }> {
  return { phase: 'ended', why, ...(message === undefined ? {} : { message }) }
}

/** Stores what a person decided together with the step that it allows or ends. */
function saveDecision(
  decision: ToolDecision,
  tools: ConversationTools,
  { source, identity }: CallTarget,
  save: (step: StepState, more: { content?: string; tools: ConversationTools }) => Promise<boolean>,
): Promise<boolean> {
  if (decision === 'never')
    return save(
      { state: 'answered', by: 'denied' },
      { content: DENIED, tools: withApproval(tools, identity, 'never') },
    )
  const others = decision === 'read_only' ? withReadOnlyAllowed(tools, source) : tools
  const lasting = decision === 'once' ? 'once' : 'conversation'
  return save({ state: 'approved' }, { tools: withApproval(others, identity, lasting) })
}

/** What is stored of an outcome, and what the model is told. */
function answerOf(
  outcome: ToolOutcome,
  startedAt: number,
  endedAt: number,
): { answer: ToolAnswer; content: string } {
  const { exchangeId } = outcome
  const times = { startedAt, endedAt, ...(exchangeId === undefined ? {} : { exchangeId }) }
  if (outcome.ok) {
    const { result } = outcome
    return {
      answer: { by: 'tool', result: storableResult(result), ...times },
      content: resultText(result),
    }
  }
  const { failure, reachedTool } = outcome
  const { message } = failure
  return {
    answer: { by: 'failure', message, reachedTool, ...times },
    content: `Error: ${message}${reachedTool ? ' The tool may have run.' : ''}`,
  }
}

/** A source that throws has broken its word: what it did is not known. */
function brokenSource(error: unknown): ToolOutcome {
  const failure = {
    kind: 'page_error',
    message: 'The page failed while it called the tool.',
    cause: causeOf(error),
  } as const
  return { ok: false, failure, reachedTool: true }
}

/** Sends the conversation with the results in it; undefined once the response is there. */
async function sendAgain(
  chat: Chat,
  connection: Connection,
  { answers }: Episode,
  signal: AbortSignal,
  onSent: () => void,
): Promise<ToolRun | undefined> {
  const { conversation } = chat.conversation.getState()
  const limit = conversation.tools?.spendLimit
  if (limit !== undefined) {
    const ceiling = await nextCeiling(chat, connection)
    if (ceiling === undefined) return ended('unknown_price')
    if (spentOn(answers, ceiling) + ceiling > limit) return ended('spend_limit')
  }
  if (signal.aborted) return ended('stopped')
  const [issue] = sendMessages(chat, connection, [], {
    conversationId: conversation.id,
    admit: [stored(chat, conversation.id)],
  })
  if (issue !== undefined) return ended('not_sent', issue.message)
  const sent = episodeOf(chat.conversation.getState().messages, undefined)
  const live = chat.runs.getState()
  const response = sent && live.live[sent.version.id]
  if (sent === undefined || response === undefined) return ended('not_sent')
  onSent()
  signal.addEventListener('abort', () => stopRuns(live, [sent.version.id]), { once: true })
  await response.done
  return undefined
}

/** Holds a request until the answer it brings has its place in storage: it is never sent unseen. */
function stored({ writer }: Chat, conversationId: string): Admission {
  return async () => {
    await writer.afterWrites(conversationId, () => Promise.resolve())
    return writer.isUnsaved(conversationId)
      ? { ok: false, failure: { kind: 'page_error', message: UNSAVED } }
      : { ok: true }
  }
}

const UNSAVED = "The conversation couldn't be saved, so nothing was sent."

/** The most that the next request can cost, micro-USD; undefined where that is not known. */
async function nextCeiling(chat: Chat, connection: Connection): Promise<number | undefined> {
  const { conversation, messages } = chat.conversation.getState()
  const settings = requestSettings(conversation, chat.toolSources.getState().list)
  const reading = readRequest({ ...conversation, settings, messages })
  return reading.ok ? maxChatCost(chat.client, connection, reading.request) : undefined
}

/** What the requests of an episode cost, micro-USD; one that doesn't say counts as the next can. */
function spentOn(answers: Episode['answers'], ceiling: number): number {
  return answers.reduce((sum, answer) => {
    const cost = microUsdFrom(shownVersion(answer)?.answer.cost?.usd)
    return sum + (cost ?? ceiling)
  }, 0)
}

/** Runs a task while no other tab does; where another one does, it says so. */
async function alone(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  task: () => Promise<ToolRun>,
): Promise<ToolRun> {
  if (locks === undefined) return task()
  let end = ended('elsewhere') as ToolRun
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) end = await task()
  })
  return end
}

/** The result of work; rejects at once when it is stopped, whatever becomes of the work. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('Stopped.', 'AbortError'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

import { given } from '../../../contract/json.ts'
import type { Chat } from '../chat/chat.ts'
import { causeOf } from '../client/cause.ts'
import type { Connection } from '../client/connection/connections.ts'
import { createObservable } from '../client/observable.ts'
import { hold } from '../journal/hold.ts'
import type {
  Conversation,
  ConversationTools,
  ToolStep,
} from '../storage/conversations/conversation.ts'
import { identityOf, withAllAllowed, withApproval, type ToolIdentity } from './approval.ts'
import { setConversationTools } from './conversation-settings.ts'
import {
  episodeOf,
  nextAction,
  targetOf,
  type CallTarget,
  type Episode,
  type EpisodeCall,
} from './episode.ts'
import { outcomeAnswer } from './result-text.ts'
import { sendAgain } from './send-again.ts'
import type {
  EndReason,
  ToolAsk,
  ToolDecision,
  ToolRun,
  ToolRunner,
  ToolRuns,
} from './tool-runs.ts'
import type { ToolOutcome, ToolSource } from './tool.ts'
import { wireTools, type WireTool } from './wire-tools.ts'
import { readAgain, writeStep, type StepChange, type StepOutcome } from './write-step.ts'

const DENIED = 'The user did not allow this call.'

/** Creates what runs the tools of a chat. */
export function createToolRunner(chat: Chat): ToolRunner {
  const { client } = chat
  const { clock, locks, random, report } = client.world
  const store = createObservable<ToolRuns>({ byConversation: {} }, report)
  const running = new Map<string, AbortController>()
  /** When the last run of a conversation has let go of it, also one that was stopped. */
  const over = new Map<string, Promise<unknown>>()
  /** The questions that are open, by id. */
  const asked = new Map<string, (decision: ToolDecision | 'left') => void>()

  const show = (conversationId: string, run: ToolRun) =>
    store.setState(({ byConversation }) => ({
      byConversation: { ...byConversation, [conversationId]: run },
    }))

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

  /** Takes steps until one needs a person. Returns how it ended; rejects when it is stopped. */
  const drive = async (
    conversationId: string,
    connection: Connection,
    signal: AbortSignal,
  ): Promise<ToolRun> => {
    const orStopped = <T>(work: Promise<T>) => unlessAborted(work, signal)
    for (;;) {
      const view = viewOf(chat, conversationId)
      if (view === undefined) return ended('left')
      const { episode, tools, offered } = view
      if (episode === undefined) return ended('no_calls')
      const action = nextAction(episode, tools, offered)
      if (action.do === 'end') return ended(action.why)
      if (action.do === 'wait') return { phase: 'waiting', waiting: action.waiting }
      if (action.do === 'send') {
        const onSent = () => show(conversationId, { phase: 'receiving' })
        const sending = sendAgain(chat, connection, episode.answers, { signal, onSent })
        const refusal = await orStopped(sending)
        if (refusal !== undefined) return { phase: 'ended', ...refusal }
        show(conversationId, { phase: 'working' })
        continue
      }
      const { call, target } = action
      const place = placeOf(conversationId, episode, call)
      /** Stores a step unless another tab took one since; `undefined` when the run goes on. */
      const save: SaveStep = async (step, more = {}) => {
        const change = { ...place, step: stepOf(target, step), ...more }
        const outcome = await orStopped(writeStep(chat, change, { step: call.step }))
        return outcome === 'stored' ? undefined : ended(outcome)
      }
      /** Stores that a call was not made after all. */
      const takeBack = async () => {
        const step = stepOf(target, { state: 'approved' })
        const outcome = await orStopped(writeStep(chat, { ...place, step }))
        return outcome === 'stored' ? undefined : ended(outcome)
      }
      let end: ToolRun | undefined
      switch (action.do) {
        case 'deny':
          end = await save({ state: 'answered', by: 'denied' }, { content: DENIED })
          break
        case 'refuse': {
          const { message } = action
          const content = `Error: ${message}`
          end = await save({ state: 'answered', by: 'invalid', message }, { content })
          break
        }
        case 'approve':
          end = await save({ state: 'approved' })
          break
        case 'ask': {
          if (call.step?.state !== 'asked' || call.step.hash !== target.identity.hash) {
            end = await save({ state: 'asked' })
            break
          }
          const id = random.uuid()
          const { earlier } = action
          const readOnly = readOnlyTools(target.source, offered)
          const question = { id, call, target, readOnly, ...given({ earlier }) }
          const decision = await orStopped(ask(conversationId, question)).finally(() =>
            asked.get(id)?.('left'),
          )
          if (decision === 'left') return ended('left')
          show(conversationId, { phase: 'working' })
          const now = viewOf(chat, conversationId)?.tools ?? tools
          end = await saveDecision(decision, now, question, save)
          break
        }
        case 'call': {
          const startedAt = clock.now()
          const called = { state: 'called', startedAt } as const
          end = await save(called)
          if (end !== undefined) {
            // It was not made, whatever becomes of what could not be written.
            void writeStep(chat, { ...place, step: stepOf(target, { state: 'approved' }) })
            break
          }
          // What was allowed is the tool as it was: while this was stored it may have changed.
          const { list } = chat.toolSources.getState()
          const now = targetOf(call, wireTools(view.conversation.settings, tools, list))
          if (now?.identity.hash !== target.identity.hash) {
            end = await takeBack()
            break
          }
          show(conversationId, { phase: 'calling', call, target, startedAt })
          const cause = { exchangeId: episode.version.exchangeId ?? '', toolCallId: call.id }
          const made = { id: call.id, name: target.identity.tool, arguments: action.arguments }
          const calling = target.source.call(made, { signal, cause }).catch(brokenSource)
          const outcome = await orStopped(calling).catch(async (stop: unknown) => {
            // A page that is left says nothing; a person who stops the call is told so from now on.
            const step = stepOf(target, { ...called, isStopped: true })
            await writeStep(chat, { ...place, step }, { step: stepOf(target, called) })
            throw stop
          })
          show(conversationId, { phase: 'working' })
          if (!outcome.ok && outcome.failure.kind === 'key_unavailable') {
            // Nothing was sent, so it can be made once that is unlocked.
            const { message } = outcome.failure
            end = (await takeBack()) ?? { phase: 'ended', why: 'locked', message }
            break
          }
          const times = { startedAt, endedAt: clock.now() }
          const { answer, content } = outcomeAnswer(target.source, outcome, times)
          const step = stepOf(target, { state: 'answered', ...answer })
          const written = await orStopped(writeStep(chat, { ...place, step, content }))
          if (written !== 'stored') end = ended(written)
          break
        }
      }
      if (end !== undefined) return end
    }
  }

  /** Runs the tools of the conversation on the screen, unless another tab does; `first` is done before. */
  const run = async (
    first: (view: View) => Promise<StepOutcome> = () => Promise.resolve('stored'),
  ): Promise<void> => {
    const conversationId = chat.conversation.getState().conversation.id
    const { connection } = client.connections.store.getState()
    if (connection === undefined || running.has(conversationId)) return
    const controller = new AbortController()
    const { signal } = controller
    running.set(conversationId, controller)
    show(conversationId, { phase: 'working' })
    const task = async (): Promise<ToolRun> => {
      const view = await unlessAborted(freshView(chat, conversationId), signal)
      if (typeof view === 'string') return ended(view)
      const outcome = await unlessAborted(first(view), signal)
      return outcome === 'stored' ? drive(conversationId, connection, signal) : ended(outcome)
    }
    const before = over.get(conversationId) ?? Promise.resolve()
    const work = before
      .then(() => hold(locks, `tools:${conversationId}`, task, { ifAvailable: true }))
      // Undefined: another tab runs them.
      .then((held) => held?.value ?? ended('elsewhere'))
      .catch((error: unknown) => {
        if (!signal.aborted) report(error)
        return ended('stopped')
      })
    over.set(conversationId, work)
    const end = await work
    // Who stopped it has said so, and may have begun anew.
    if (signal.aborted) return
    running.delete(conversationId)
    show(conversationId, end)
  }

  /** Writes what a person said of a call that waits, and goes on. */
  const settle = (index: number, step: StepState, content?: string) =>
    run(async ({ conversation, episode }) => {
      const call = episode?.calls.find((one) => one.index === index && one.isPending)
      // It has its answer by now.
      if (episode === undefined || call === undefined) return 'stored'
      const source = { kind: 'by_hand', name: '' } as const
      const before = call.step ?? { tool: call.name, source, hash: '' }
      return writeStep(chat, {
        ...placeOf(conversation.id, episode, call),
        step: { tool: before.tool, source: before.source, hash: before.hash, ...step },
        ...given({ content }),
      })
    })

  return {
    store,
    start: () => run(),
    startAnew: () =>
      run(({ episode }) => {
        if (episode !== undefined) setConversationTools(chat, { since: episode.answer.id })
        return Promise.resolve('stored')
      }),
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
        if (version?.answer.phase !== 'finished') return
        if (version.id in before.live && !(version.id in live)) void run()
      }),
  }
}

/** The end of a conversation, and what goes out with its next request. */
interface View {
  conversation: Conversation
  tools: ConversationTools
  episode: Episode | undefined
  offered: readonly WireTool[]
}

/** The end of a conversation as it is on the screen; undefined when it is not. */
function viewOf({ conversation: shown, toolSources }: Chat, id: string): View | undefined {
  const { conversation, messages, status } = shown.getState()
  if (conversation.id !== id || status !== 'ready') return undefined
  const { settings, tools = {} } = conversation
  const episode = episodeOf(messages, tools.since)
  return {
    conversation,
    tools,
    episode,
    offered: wireTools(settings, tools, toolSources.getState().list),
  }
}

/** The end of a conversation once what another tab did is on the screen. */
async function freshView(
  chat: Chat,
  conversationId: string,
): Promise<View | 'left' | 'unreadable' | 'unsaved'> {
  const { episode } = viewOf(chat, conversationId) ?? {}
  if (episode !== undefined) {
    const { answer, version } = episode
    const place = { conversationId, recordId: answer.id, versionId: version.id }
    const refusal = await readAgain(chat, place, version.toolSteps)
    if (refusal !== undefined) return refusal
  }
  return viewOf(chat, conversationId) ?? 'left'
}

type StepState = ToolStep extends infer Step
  ? Step extends ToolStep
    ? Omit<Step, 'tool' | 'source' | 'hash'>
    : never
  : never

type SaveStep = (
  step: StepState,
  more?: Pick<StepChange, 'content' | 'tools'>,
) => Promise<ToolRun | undefined>

function stepOf({ source, identity }: CallTarget, step: StepState): ToolStep {
  const { kind, name } = source
  return { tool: identity.tool, source: { kind, name }, hash: identity.hash, ...step }
}

function placeOf(conversationId: string, { answer, version }: Episode, { index }: EpisodeCall) {
  return { conversationId, recordId: answer.id, versionId: version.id, index }
}

function ended(why: EndReason): ToolRun {
  return { phase: 'ended', why }
}

function readOnlyTools(source: ToolSource, offered: readonly WireTool[]): ToolIdentity[] {
  return offered
    .filter((tool) => tool.source?.id === source.id && tool.definition.readOnly === true)
    .map(({ definition }) => identityOf(source, definition))
}

function saveDecision(
  decision: ToolDecision,
  tools: ConversationTools,
  { target: { identity }, readOnly }: ToolAsk,
  save: SaveStep,
): Promise<ToolRun | undefined> {
  if (decision === 'never')
    return save(
      { state: 'answered', by: 'denied' },
      { content: DENIED, tools: withApproval(tools, identity, 'never') },
    )
  const others = decision === 'read_only' ? withAllAllowed(tools, readOnly) : tools
  const lasting = decision === 'once' ? 'once' : 'conversation'
  return save({ state: 'approved' }, { tools: withApproval(others, identity, lasting) })
}

/** A source that throws has broken its word: what it did is not known. */
function brokenSource(error: unknown): ToolOutcome {
  const message = 'The page failed while it called the tool.'
  const failure = { kind: 'page_error', message, cause: causeOf(error) } as const
  return { ok: false, failure, reachedTool: true }
}

/** The result of work; rejects at once when it is stopped, whatever becomes of the work. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('Stopped.', 'AbortError'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

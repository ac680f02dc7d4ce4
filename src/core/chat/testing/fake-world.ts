import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'
import type {
  LoadedConversation,
  MessageChange,
} from '../../storage/conversations/conversations.ts'
import { type Chat, type ChatWorld, type ConversationStorage, createChat } from '../chat.ts'

/*
 * A chat for tests, whose every call can be made to fail, come late or be interrupted: storage in
 * memory, locks that say who holds what, and an API that streams what a test wants.
 */

/** What is done to one call: `n` is 1 for the first call of that name. */
export interface Fault {
  call: string
  n: number
  /**
   * `late`: it goes on when the test calls {@link FakeChat.release}. `killed`, `killed_after`: the page
   * ends before or after what it does, see {@link FakeChat.kill}.
   */
  how: 'throws' | 'late' | 'killed' | 'killed_after' | ((fake: FakeChat) => void)
}

interface FakeChatOptions {
  faults?: readonly Fault[]
  /** What the API sends, piece by piece; each piece is a call `body`. By the body of the request, where that matters. */
  pieces?: readonly string[] | ((body: string) => readonly string[])
  contentType?: string
  /** What another chat has stored: this one is the page after a reload. */
  stored?: Pick<FakeChat, 'conversations' | 'messages'>
}

export interface FakeChat {
  chat: Chat
  client: Client
  connection: Connection
  /** Every call, in order, as its name and how often that name was called before. */
  calls: { call: string; n: number }[]
  /** The bodies that reached the API. */
  sent: string[]
  conversations: Map<string, Conversation>
  messages: Map<string, MessageRecord>
  /** What the person was told. */
  notified: string[]
  /** The names of the locks that are held or asked for. */
  locks: Set<string>
  /** What listeners and faults reported. */
  reported: unknown[]
  /** From here on no call fails. */
  mend(): void
  /** Lets the calls go on that are late. */
  release(): void
  /** The page ends: no call of it returns any more. */
  kill(): void
  /** The page is hidden. */
  hide(): void
  /** Another tab says that conversations, or a message, changed. */
  elsewhere(change?: MessageChange): void
}

/** One event of a stream that adds text, or ends the choice. */
export function chunk(content: string, finish: string | null = null): string {
  const choice = { index: 0, delta: { content }, finish_reason: finish }
  const value = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' }
  return `data: ${JSON.stringify({ ...value, choices: [choice] })}\n\n`
}

/** A stream of two pieces of text and its end. */
const STREAM = [chunk('Hel'), chunk('lo', 'stop'), 'data: [DONE]\n\n']

/** A response that is not streamed. */
export const WHOLE = JSON.stringify({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      logprobs: null,
      message: { role: 'assistant', content: 'Hello' },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  cost: { usd: 0.000123, diem: 0 },
})

let worlds = 0

/** A chat in a world of its own, connected to an API that answers every request the same way. */
export function fakeChat({
  faults = [],
  pieces = STREAM,
  contentType = 'text/event-stream',
  stored,
}: FakeChatOptions = {}): FakeChat {
  worlds += 1
  const prefix = `w${worlds}`
  let ids = 0
  let isMended = false
  let isKilled = false
  const calls: FakeChat['calls'] = []
  const late: (() => void)[] = []
  const document = new FakeDocument()
  const ownListeners = new Set<() => void>()
  const otherTabs = new Set<() => void>()
  const messageListeners = new Set<(change: MessageChange) => void>()
  const conversations = stored?.conversations ?? new Map<string, Conversation>()
  const messages = stored?.messages ?? new Map<string, MessageRecord>()
  const sent: string[] = []
  const notified: string[] = []
  const locks = createLocks()

  /** A call that a fault may hit. */
  const call = async <Result>(
    name: string,
    work: () => Result | Promise<Result>,
  ): Promise<Result> => {
    const n = calls.filter((one) => one.call === name).length + 1
    calls.push({ call: name, n })
    const fault = faults.find((one) => one.call === name && one.n === n)
    if (fault !== undefined && !isMended) {
      if (fault.how === 'throws') throw new Error(`${name} failed`)
      if (fault.how === 'late') await new Promise<void>((resolve) => late.push(resolve))
      else if (fault.how === 'killed') isKilled = true
      else if (fault.how !== 'killed_after') fault.how(fake)
    }
    if (isKilled) return forever()
    const result = await work()
    if (fault?.how === 'killed_after') isKilled = true
    return isKilled ? forever() : result
  }

  const loaded = (id: string): LoadedConversation | undefined => {
    const conversation = conversations.get(id)
    if (conversation === undefined) return undefined
    const own = [...messages.values()].filter((record) => record.conversationId === id)
    return structuredClone({
      conversation,
      messages: own.toSorted((a, b) => a.position - b.position),
    })
  }
  const storage: ConversationStorage = {
    listConversations: () => call('listConversations', () => [...conversations.values()]),
    findConversation: (id) => call('findConversation', () => conversations.get(id)),
    loadConversation: (id) => call('loadConversation', () => loaded(id)),
    loadMessage: (id) => call('loadMessage', () => structuredClone(messages.get(id))),
    saveChanges: ({ conversationId, conversation, saved, deleted }, { create }) =>
      call('saveChanges', () => {
        const isThere = conversations.has(conversationId)
        if (!isThere && (!create || conversation === undefined)) return false
        if (conversation !== undefined)
          conversations.set(conversationId, structuredClone(conversation))
        for (const record of saved) messages.set(record.id, structuredClone(record))
        for (const id of deleted) messages.delete(id)
        return true
      }),
    restoreConversation: ({ conversation, messages: records }) =>
      call('restoreConversation', () => {
        conversations.set(conversation.id, structuredClone(conversation))
        for (const record of records) messages.set(record.id, structuredClone(record))
      }),
    subscribeConversations: subscriber(ownListeners),
    followOtherTabsConversations: subscriber(otherTabs),
    subscribeMessageChanges: subscriber(messageListeners),
  }

  const { client, connection, world } = fakeClient(
    ({ body, signal }) => {
      // A request whose answer never comes may have arrived all the same.
      const text = typeof body === 'string' ? body : ''
      sent.push(text)
      const own = typeof pieces === 'function' ? pieces(text) : pieces
      return call(
        'fetch',
        () =>
          new Response(streamOf(own, call, signal), { headers: { 'content-type': contentType } }),
      )
    },
    {
      locks: locks.manager,
      random: {
        uuid: () => `${prefix}-${(ids += 1)}`,
        bytes: (length) => new Uint8Array(length).fill(7),
      },
    },
  )
  const chatWorld: ChatWorld = {
    client,
    loadStorage: () => call('loadStorage', () => storage),
    document,
    notify: (text) => void notified.push(text),
  }
  const fake: FakeChat = {
    chat: createChat(chatWorld),
    client,
    connection,
    calls,
    sent,
    conversations,
    messages,
    notified,
    locks: locks.names,
    reported: world.reported,
    mend: () => {
      isMended = true
    },
    release: () => {
      for (const proceed of late.splice(0)) proceed()
    },
    kill: () => {
      isKilled = true
    },
    hide: () => {
      document.visibilityState = 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
    },
    elsewhere: (change) => {
      if (change === undefined) for (const listener of otherTabs) listener()
      else for (const listener of messageListeners) listener(change)
    },
  }
  return fake
}

function forever(): Promise<never> {
  return new Promise(() => undefined)
}

class FakeDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
}

/** A chat whose conversations are stored as in a browser; the test brings the database. */
export function storedChat(world: Partial<ChatWorld> = {}): Chat {
  return createChat({
    client: fakeClient(() => jsonResponse({})).client,
    loadStorage: () => import('../../storage/conversations/conversations.ts'),
    document: new FakeDocument(),
    notify: () => undefined,
    ...world,
  })
}

function subscriber<Listener>(listeners: Set<Listener>): (listener: Listener) => () => void {
  return (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}

/** A body that comes piece by piece; an aborted request breaks it, as in a browser. */
function streamOf(
  pieces: readonly string[],
  call: (name: string, work: () => void) => Promise<void>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const abort = () => controller.error(new DOMException('aborted', 'AbortError'))
        signal.addEventListener('abort', abort, { once: true })
      },
      pull: (controller) =>
        call('body', () => {
          if (signal.aborted) return
          const piece = pieces[at]
          at += 1
          if (piece === undefined) controller.close()
          else controller.enqueue(encoder.encode(piece))
        }),
    },
    { highWaterMark: 0 },
  )
}

/** Locks as browsers have them: one holder at a time, the others in order or at once told that it is taken. */
function createLocks(): { manager: Pick<LockManager, 'request'>; names: Set<string> } {
  const tails = new Map<string, Promise<unknown>>()
  const names = new Set<string>()
  const request = async (
    name: string,
    ...rest: [LockOptions, LockGrantedCallback<unknown>] | [LockGrantedCallback<unknown>]
  ): Promise<unknown> => {
    const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest
    if (options.ifAvailable === true && tails.has(name)) return work(null)
    const mine = (tails.get(name) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => work({ name, mode: 'exclusive' }))
    tails.set(name, mine)
    names.add(name)
    try {
      return await mine
    } finally {
      if (tails.get(name) === mine) {
        tails.delete(name)
        names.delete(name)
      }
    }
  }
  // The overloads of the platform's own declaration cannot be written as one function.
  return { manager: { request: request as LockManager['request'] }, names }
}

/** Lets everything that can go on do so. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

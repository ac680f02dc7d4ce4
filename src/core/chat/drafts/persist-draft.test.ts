import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { openDrafts } from '../../storage/conversations/chat-drafts.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { addAttachment } from '../attachments/edit-attachments.ts'
import type { Chat } from '../chat.ts'
import { addMessage } from '../conversation/authored-messages.ts'
import { openConversation, startConversation } from '../conversation/current-conversation.ts'
import { fakeMedia } from '../testing/fake-media.ts'
import { settled, storedChat } from '../testing/fake-world.ts'
import { submitDraft } from './outbox.ts'
import { persistDraft } from './persist-draft.ts'

interface Note {
  text: string
  action?: { label: string; run: () => void }
}

/** A tab of a browser whose tabs share drafts and locks; each has its own session. */
interface Tab {
  chat: Chat
  session: TestStorage
  notes: Note[]
  document: EventTarget & { visibilityState: DocumentVisibilityState }
  /** The page goes as browsers let it go. */
  close: () => Promise<void>
  /** The page is gone at once. */
  crash: () => Promise<void>
}

interface TabOptions {
  session?: TestStorage
  hasOwnContent?: boolean
  /** What happens in the page before its draft is looked for. */
  before?: (chat: Chat) => void
}

/** Which tab holds a lock; a request for one that is held runs out of patience at once. */
const holders = new Map<string, number>()
let tabs = 0
let now = 0

function locksOf(tab: number): Pick<LockManager, 'request' | 'query'> {
  const request = (
    name: string,
    { ifAvailable }: LockOptions,
    run: (lock: object | null) => unknown,
  ) => {
    if (!holders.has(name)) {
      holders.set(name, tab)
      return Promise.resolve(run({ name }))
    }
    if (ifAvailable === true) return Promise.resolve(run(null))
    return Promise.reject(new DOMException('no patience', 'TimeoutError'))
  }
  return { request: request as LockManager['request'], query: () => Promise.resolve({}) }
}

async function openTab({
  session = new TestStorage(),
  hasOwnContent = false,
  before,
}: TabOptions = {}): Promise<Tab> {
  const tab = (tabs += 1)
  vi.stubGlobal('navigator', { locks: locksOf(tab) })
  vi.stubGlobal('sessionStorage', session)
  const notes: Note[] = []
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  })
  const window = new EventTarget()
  let ids = 0
  const chat = storedChat({
    client: fakeClient(() => jsonResponse({}), {
      random: { uuid: () => `tab${tab}-${(ids += 1)}`, bytes: (length) => new Uint8Array(length) },
      clock: { now: () => (now += 1), elapsed: () => now },
    }).client,
    document,
    notify: (text, action) => void notes.push({ text, ...(action && { action }) }),
  })
  before?.(chat)
  await persistDraft(chat, {
    media: fakeMedia(),
    onRequestRestored: () => undefined,
    hasOwnContent: () => hasOwnContent,
    window,
  })
  await settled()
  const crash = async () => {
    vi.clearAllTimers()
    for (const [name, holder] of holders) if (holder === tab) holders.delete(name)
    await settled()
  }
  const close = async () => {
    window.dispatchEvent(new Event('pagehide'))
    await crash()
  }
  return { chat, session, notes, document, close, crash }
}

async function reload({ session, close }: Tab, options: TabOptions = {}): Promise<Tab> {
  await close()
  return openTab({ ...options, session })
}

const type = ({ chat }: Tab, text: string) => chat.draft.setState({ text })
const textIn = ({ chat }: Tab) => chat.draft.getState().text
const attachmentsIn = ({ chat }: Tab) => chat.attachments.getState().list
const attachText = ({ chat }: Tab, text: string) =>
  addAttachment(chat, { kind: 'text', name: 'Text part', text, cached: false })
const said = ({ notes }: Tab) => notes.map(({ text }) => text)
const press = ({ notes }: Tab, label: string) =>
  notes.findLast(({ action }) => action?.label === label)?.action?.run()
const storedDrafts = async () => (await openDrafts()).list()

/** As long as a change may take until it is stored. */
async function aMomentLater(): Promise<void> {
  vi.advanceTimersByTime(200)
  await settled()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.clearAllTimers()
  vi.useRealTimers()
  const drafts = await openDrafts()
  for (const { id } of await drafts.list()) await drafts.remove(id)
  holders.clear()
  vi.unstubAllGlobals()
})

it('shows after a reload what was typed, and says nothing of it', async () => {
  const tab = await openTab()
  type(tab, 'Hello')
  const again = await reload(tab)
  expect(textIn(again)).toBe('Hello')
  expect(said(again)).toEqual([])
  expect(textIn(await reload(again))).toBe('Hello')
})

it('keeps over a crash what was typed a moment before', async () => {
  const tab = await openTab()
  type(tab, 'Hello')
  await aMomentLater()
  type(tab, 'Hello, wor')
  await tab.crash()
  expect(textIn(await openTab({ session: tab.session }))).toBe('Hello')
})

it('keeps what was typed when the page is hidden and never comes back', async () => {
  const tab = await openTab()
  type(tab, 'Hello')
  tab.document.visibilityState = 'hidden'
  tab.document.dispatchEvent(new Event('visibilitychange'))
  await tab.crash()
  expect(textIn(await openTab({ session: tab.session }))).toBe('Hello')
})

it('stores nothing while nothing is written, and nothing of what was emptied', async () => {
  const tab = await openTab()
  await aMomentLater()
  expect(await storedDrafts()).toEqual([])
  type(tab, 'Hello')
  await aMomentLater()
  expect(await storedDrafts()).toHaveLength(1)
  type(tab, '')
  await settled()
  expect(await storedDrafts()).toEqual([])
})

it('brings the model that was picked before anything was sent back after a reload', async () => {
  const tab = await openTab()
  tab.chat.conversation.setState(({ conversation }) => ({
    conversation: { ...conversation, model: 'picked', settings: { seed: 1 } },
  }))
  const { chat } = await reload(tab)
  expect(chat.conversation.getState().conversation).toMatchObject({
    model: 'picked',
    settings: { seed: 1 },
  })
})

it('brings the draft of an unsent message back with its attachments', async () => {
  const tab = await openTab()
  type(tab, 'See these')
  attachText(tab, 'one')
  const removed = attachText(tab, 'two')
  await aMomentLater()
  tab.chat.attachments.setState(({ list }) => ({ list: list.filter(({ id }) => id !== removed) }))
  attachText(tab, 'three')
  const again = await reload(tab)
  expect(textIn(again)).toBe('See these')
  expect(attachmentsIn(again)).toMatchObject([{ text: 'one' }, { text: 'three' }])
  // They are still there after another reload, though they were not written again.
  expect(attachmentsIn(await reload(again))).toEqual(attachmentsIn(again))
})

it('restores in a new tab what a closed tab left, and lets it be discarded and that be undone', async () => {
  const left = await openTab()
  type(left, 'Left behind')
  attachText(left, 'part')
  await left.close()
  const tab = await openTab()
  expect(textIn(tab)).toBe('Left behind')
  expect(said(tab)).toEqual(['Draft restored'])
  press(tab, 'Discard')
  expect(textIn(tab)).toBe('')
  expect(attachmentsIn(tab)).toEqual([])
  type(tab, 'typed since')
  press(tab, 'Undo')
  expect(textIn(tab)).toBe('Left behind\ntyped since')
  expect(attachmentsIn(tab)).toMatchObject([{ text: 'part' }])
})

it('does not bring back after a reload what was discarded', async () => {
  const left = await openTab()
  type(left, 'Left behind')
  await left.close()
  const tab = await openTab()
  press(tab, 'Discard')
  const again = await reload(tab)
  expect(textIn(again)).toBe('')
  await again.close()
  expect(textIn(await openTab())).toBe('')
})

it('never merges what is written in two tabs', async () => {
  const one = await openTab()
  type(one, 'one')
  await aMomentLater()
  const two = await openTab()
  expect(textIn(two)).toBe('')
  type(two, 'two')
  const twoAgain = await reload(two)
  const oneAgain = await reload(one)
  expect(textIn(oneAgain)).toBe('one')
  expect(textIn(twoAgain)).toBe('two')
})

it('begins a duplicated tab with the same words and attachments, and lets each go on by itself', async () => {
  const tab = await openTab()
  type(tab, 'Hello')
  attachText(tab, 'part')
  await aMomentLater()
  const session = new TestStorage()
  for (let at = 0; at < tab.session.length; at++) {
    const key = tab.session.key(at) ?? ''
    session.setItem(key, tab.session.getItem(key) ?? '')
  }
  const copy = await openTab({ session })
  expect(textIn(copy)).toBe('Hello')
  expect(attachmentsIn(copy)).toMatchObject([{ text: 'part' }])
  type(copy, 'Hello from the copy')
  const copyAgain = await reload(copy)
  const tabAgain = await reload(tab)
  expect(textIn(copyAgain)).toBe('Hello from the copy')
  expect(attachmentsIn(copyAgain)).toMatchObject([{ text: 'part' }])
  expect(textIn(tabAgain)).toBe('Hello')
})

it('leaves the draft of a closed tab to a page that shows nothing else', async () => {
  const left = await openTab()
  type(left, 'Left behind')
  await left.close()
  const linked = await openTab({ hasOwnContent: true })
  expect(textIn(linked)).toBe('')
  const typing = await openTab({ before: (chat) => chat.draft.setState({ text: 'mine' }) })
  expect(textIn(typing)).toBe('mine')
  const elsewhere = await openTab({
    before: (chat) => chat.conversation.setState({ status: 'loading' }),
  })
  expect(textIn(elsewhere)).toBe('')
  expect(textIn(await openTab())).toBe('Left behind')
})

it('puts a draft aside when something else was typed before it was found, and inserts it when asked', async () => {
  const tab = await openTab()
  type(tab, 'before')
  const again = await reload(tab, { before: (chat) => chat.draft.setState({ text: 'after' }) })
  expect(textIn(again)).toBe('after')
  expect(said(again)).toEqual(['Your previous draft was saved for the next tab'])
  await aMomentLater()
  expect((await storedDrafts()).map(({ text }) => text)).toEqual(['after', 'before'])
  press(again, 'Insert draft')
  await aMomentLater()
  expect(textIn(again)).toBe('before\nafter')
  expect((await storedDrafts()).map(({ text }) => text)).toEqual(['before\nafter'])
})

it('says once that the disk is too full for attachments, and again when it fills up again', async () => {
  const tab = await openTab()
  const message = 'Not enough storage for the attachments: a reload will lose them.'
  const isFull = () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
  const full = isFull()
  attachText(tab, 'one')
  await aMomentLater()
  expect(said(tab)).toEqual([message])
  attachText(tab, 'two')
  await aMomentLater()
  expect(said(tab)).toEqual([message])
  full.mockRestore()
  attachText(tab, 'three')
  await aMomentLater()
  isFull()
  attachText(tab, 'four')
  await aMomentLater()
  expect(said(tab)).toEqual([message, message])
  expect(attachmentsIn(tab)).toHaveLength(4)
})

it('goes on without a word when the disk is too full for what is typed', async () => {
  const tab = await openTab()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  type(tab, 'Hello')
  await aMomentLater()
  expect(textIn(tab)).toBe('Hello')
  expect(said(tab)).toEqual([])
})

it('brings a message back that was sent and not stored yet, attachments and all', async () => {
  const tab = await openTab()
  type(tab, 'Hello')
  const id = attachText(tab, 'part')
  await aMomentLater()
  const { conversation } = tab.chat.conversation.getState()
  tab.chat.conversation.setState({ conversation: { ...conversation, model: 'picked' } })
  void submitDraft(tab.chat, [id], () => new Promise(() => undefined))
  tab.chat.attachments.setState({ list: [] })
  const again = await reload(tab, {
    before: (chat) =>
      chat.conversation.setState((state) => ({
        conversation: { ...state.conversation, id: conversation.id },
        status: 'loading',
      })),
  })
  expect(textIn(again)).toBe('Hello')
  expect(attachmentsIn(again)).toMatchObject([{ text: 'part' }])
  // Its conversation was never stored: it begins again, as it was set up.
  again.chat.conversation.setState({ status: 'missing' })
  expect(again.chat.conversation.getState()).toMatchObject({
    status: 'ready',
    conversation: { id: conversation.id, model: 'picked' },
  })
})

it('still says of another conversation that it is missing', async () => {
  const tab = await openTab()
  type(tab, 'Hello')
  void submitDraft(tab.chat, [], () => new Promise(() => undefined))
  const again = await reload(tab, {
    before: (chat) => chat.conversation.setState({ status: 'missing' }),
  })
  expect(textIn(again)).toBe('Hello')
  expect(again.chat.conversation.getState().status).toBe('missing')
})

it('keeps the drafts of the last twenty closed tabs', async () => {
  const drafts = await openDrafts()
  for (let n = 1; n <= 25; n++)
    await drafts.save({
      id: `old${n}`,
      savedAt: n - 1000,
      conversationId: 'other',
      text: `${n}`,
      partIds: [],
    })
  holders.set('draft:old1', 0)
  await openTab({ hasOwnContent: true })
  const kept = (await storedDrafts()).map(({ text }) => text)
  expect(kept).toHaveLength(21)
  expect(kept.slice(0, 2)).toEqual(['25', '24'])
  // An older one that a tab still has stays.
  expect(kept.at(-1)).toBe('1')
})

/** Opens a conversation that holds something, as a click in the history does. */
async function openStored({ chat }: Tab, content: string): Promise<string> {
  startConversation(chat)
  addMessage(chat, { role: 'user', content })
  const { id } = chat.conversation.getState().conversation
  await chat.writer.settled()
  return id
}

it('begins a new chat with an empty box, and leaves a draft with its conversation', async () => {
  const tab = await openTab()
  const first = await openStored(tab, 'first')
  type(tab, 'about the first')
  attachText(tab, 'part')
  startConversation(tab.chat)
  expect(textIn(tab)).toBe('')
  expect(attachmentsIn(tab)).toEqual([])
  type(tab, 'for a new one')
  await openConversation(tab.chat, first)
  expect(textIn(tab)).toBe('about the first')
  expect(attachmentsIn(tab)).toMatchObject([{ text: 'part' }])
  // A draft that was made for a new chat is there in the next one.
  startConversation(tab.chat)
  expect(textIn(tab)).toBe('for a new one')
  startConversation(tab.chat)
  expect(textIn(tab)).toBe('for a new one')
})

it('keeps the drafts of other conversations over a reload and a closed tab', async () => {
  const tab = await openTab()
  const first = await openStored(tab, 'first')
  const second = await openStored(tab, 'second')
  await openConversation(tab.chat, first)
  type(tab, 'about the first')
  attachText(tab, 'part')
  await openConversation(tab.chat, second)
  type(tab, 'about the second')
  await aMomentLater()
  // The page begins with a new chat.
  const again = await reload(tab)
  expect(textIn(again)).toBe('')
  await openConversation(again.chat, second)
  expect(textIn(again)).toBe('about the second')
  await aMomentLater()
  await again.close()
  const next = await openTab()
  expect([textIn(next), said(next)]).toEqual(['', []])
  await openConversation(next.chat, first)
  expect(textIn(next)).toBe('about the first')
  expect(attachmentsIn(next)).toMatchObject([{ text: 'part' }])
})

it('leaves what is being sent with its conversation', async () => {
  const tab = await openTab()
  await openStored(tab, 'first')
  type(tab, 'Hello')
  const id = attachText(tab, 'part')
  void submitDraft(tab.chat, [id], () => new Promise(() => undefined))
  startConversation(tab.chat)
  expect(attachmentsIn(tab)).toMatchObject([{ text: 'part' }])
  expect(textIn(tab)).toBe('')
})

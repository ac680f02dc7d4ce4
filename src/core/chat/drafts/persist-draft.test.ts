import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { openDrafts } from '../../storage/conversations/chat-drafts.ts'
import { memoryText } from '../../storage/testing/test-storage.ts'
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

/** A tab of a browser whose tabs share drafts. */
interface Tab {
  chat: Chat
  notes: Note[]
  own: ReturnType<typeof memoryText>
  document: EventTarget & { visibilityState: DocumentVisibilityState }
  /** The page goes as browsers let it go. */
  close: () => Promise<void>
  /** The page is gone at once. */
  crash: () => Promise<void>
}

interface TabOptions {
  /** What the tab kept for itself, over its reloads. */
  own?: ReturnType<typeof memoryText>
  /** What happens in the page before its draft is looked for. */
  before?: (chat: Chat) => void
}

let tabs = 0
let now = 0

async function openTab({ before, own = memoryText() }: TabOptions = {}): Promise<Tab> {
  const tab = (tabs += 1)
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
  const world = { media: fakeMedia(), onRequestRestored: () => undefined, window, tab: own }
  await persistDraft(chat, world)
  await settled()
  const crash = async () => {
    vi.clearAllTimers()
    await settled()
  }
  const close = async () => {
    window.dispatchEvent(new Event('pagehide'))
    await crash()
  }
  return { chat, notes, document, own, close, crash }
}

async function reload({ close, own }: Tab, options: TabOptions = {}): Promise<Tab> {
  await close()
  return openTab({ own, ...options })
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
  expect(textIn(await openTab())).toBe('Hello')
})

it('keeps what was typed when the page is hidden and never comes back', async () => {
  const tab = await openTab()
  type(tab, 'Hello')
  tab.document.visibilityState = 'hidden'
  tab.document.dispatchEvent(new Event('visibilitychange'))
  await tab.crash()
  expect(textIn(await openTab())).toBe('Hello')
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

it('has one draft for a new chat, whichever tab wrote it last', async () => {
  const one = await openTab()
  type(one, 'one')
  await aMomentLater()
  const two = await openTab()
  expect(textIn(two)).toBe('one')
  // A tab that changed nothing writes nothing as it goes: the text was sent elsewhere meanwhile.
  type(one, '')
  await two.close()
  expect(await storedDrafts()).toEqual([])
  expect(textIn(await reload(one))).toBe('')
})

it('shows each tab its own words of a new chat after a reload, whoever wrote last', async () => {
  const first = await openTab()
  const second = await openTab()
  type(first, 'Of the first')
  await aMomentLater()
  type(second, 'Of the second')
  await aMomentLater()
  const again = await reload(first)
  expect(textIn(again)).toBe('Of the first')
  expect(textIn(await reload(second))).toBe('Of the second')
  type(again, '')
  await aMomentLater()
  expect(textIn(await reload(again))).not.toBe('Of the first')
})

it('does not bring back in its tab what was sent', async () => {
  const tab = await openTab()
  type(tab, 'Sent')
  await aMomentLater()
  expect(tab.own.keys('')).toHaveLength(1)
  await submitDraft(tab.chat, [], async (content) => {
    addMessage(tab.chat, { role: 'user', content })
  })
  await aMomentLater()
  expect(tab.own.keys('')).toEqual([])
})

it('holds a draft back when something else was typed before it was found, and keeps both', async () => {
  const tab = await openTab()
  type(tab, 'before')
  attachText(tab, 'part')
  const again = await reload(tab, { before: (chat) => chat.draft.setState({ text: 'after' }) })
  await aMomentLater()
  expect(textIn(again)).toBe('after')
  expect(attachmentsIn(again)).toEqual([])
  expect(said(again)).toEqual(['An earlier draft was kept'])
  expect((await storedDrafts()).map(({ text }) => text).toSorted()).toEqual(['after', 'before'])
  press(again, 'Insert draft')
  await aMomentLater()
  expect(textIn(again)).toBe('before\nafter')
  expect(attachmentsIn(again)).toMatchObject([{ text: 'part' }])
  expect((await storedDrafts()).map(({ text }) => text)).toEqual(['before\nafter'])
})

it('restores what was held back once there is room for it', async () => {
  const tab = await openTab()
  type(tab, 'before')
  attachText(tab, 'part')
  const again = await reload(tab, { before: (chat) => chat.draft.setState({ text: 'after' }) })
  await aMomentLater()
  type(again, '')
  const next = await reload(again)
  expect(textIn(next)).toBe('before')
  expect(attachmentsIn(next)).toMatchObject([{ text: 'part' }])
  await aMomentLater()
  expect((await storedDrafts()).map(({ text }) => text)).toEqual(['before'])
})

it('places the drafts that earlier versions stored by tab', async () => {
  const first = await openStored(await openTab(), 'first')
  const drafts = await openDrafts()
  const part = { kind: 'text', id: 'p', name: 'Text part', text: 'part', cached: false }
  await drafts.save({
    id: 'tab-a',
    savedAt: 2,
    text: 'new one',
    partIds: [],
    others: [{ conversationId: first, text: 'about the first', partIds: ['p'] }],
  })
  await drafts.saveParts('tab-a', [{ id: 'p', part }], [])
  await drafts.save({ id: 'tab-b', savedAt: 1, text: 'older one', partIds: [] })
  const tab = await openTab()
  expect(textIn(tab)).toBe('new one\nolder one')
  await openConversation(tab.chat, first)
  await settled()
  expect(textIn(tab)).toBe('about the first')
  expect(attachmentsIn(tab)).toMatchObject([{ text: 'part' }])
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
  expect(textIn(again)).toBe('')
  expect(again.chat.conversation.getState().status).toBe('missing')
  expect(textIn(await openTab())).toBe('Hello')
})

it('keeps the last twenty drafts, and none of a conversation that was deleted', async () => {
  const tab = await openTab()
  const first = await openStored(tab, 'first')
  type(tab, 'about the first')
  await tab.close()
  const drafts = await openDrafts()
  for (let n = 1; n <= 25; n++)
    await drafts.save({ id: `${n} earlier`, savedAt: n - 1000, text: `${n}`, partIds: [] })
  await drafts.save({ id: 'gone', savedAt: 1, conversationId: 'gone', text: 'gone', partIds: [] })
  await openTab()
  const kept = await storedDrafts()
  expect(kept.slice(0, 3).map(({ text }) => text)).toEqual(['about the first', '25', '24'])
  expect(kept).toHaveLength(19)
  expect(kept[0]?.id).toBe(first)
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
  await settled()
  expect(textIn(tab)).toBe('about the first')
  expect(attachmentsIn(tab)).toMatchObject([{ text: 'part' }])
  // A draft that was made for a new chat is there in the next one.
  startConversation(tab.chat)
  await settled()
  expect(textIn(tab)).toBe('for a new one')
  startConversation(tab.chat)
  expect(textIn(tab)).toBe('for a new one')
})

it('keeps the drafts of other conversations over a reload', async () => {
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
  await settled()
  expect(textIn(again)).toBe('about the second')
  await aMomentLater()
  await again.close()
  const next = await openTab()
  expect([textIn(next), said(next)]).toEqual(['', []])
  await openConversation(next.chat, first)
  await settled()
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

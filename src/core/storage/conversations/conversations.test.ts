import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import {
  deleteAllExchanges,
  saveExchange,
  listExchanges,
  readExchange,
} from '../exchanges/exchanges.ts'
import {
  selectedChoice,
  shownVersion,
  type AnswerMessage,
  type AnswerVersion,
  type WrittenMessage,
} from './conversation.ts'
import {
  findConversation,
  followOtherTabsConversations,
  listConversations,
  loadConversation,
  loadMessage,
  restoreConversation,
  rewriteConversation,
  saveChanges,
  saveMessages,
  subscribeConversations,
  subscribeMessageChanges,
} from './conversations.ts'
import { deleteAllConversations, deleteConversations } from './delete-conversations.ts'
import { listLabels, pinConversations, renameConversations } from './labels.ts'

const conversation = (id: string, updatedAt = 1) => ({
  id,
  title: id,
  createdAt: 1,
  updatedAt,
  model: 'm',
  settings: {},
})
const question = (conversationId: string, content = 'Hi'): WrittenMessage => ({
  kind: 'written',
  id: `${conversationId}-q`,
  conversationId,
  position: 1,
  message: { role: 'user', content },
})
const version = (id: string, content: string): AnswerVersion => ({
  id,
  startedAt: 1,
  model: 'm',
  exchangeId: `exchange-${id}`,
  answer: {
    ...emptyAnswer,
    phase: 'streaming',
    choices: [{ content, reasoning: '', reasoningDetails: [], toolCalls: [], logprobs: [] }],
  },
})
const answer = (conversationId: string, ...versions: AnswerVersion[]): AnswerMessage => ({
  kind: 'answer',
  id: `${conversationId}-a`,
  conversationId,
  position: 2,
  versions,
  shown: 0,
})
const keep = (id: string) =>
  saveExchange({
    summary: { id, startedAt: 1, size: 10, line: 'POST /chat/completions' },
    exchange: { id },
  })

beforeEach(async () => {
  await deleteAllConversations()
  await deleteAllExchanges()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('lists the latest conversation first, and loads messages in order', async () => {
  await restoreConversation({ conversation: conversation('old', 1), messages: [] })
  const messages = [answer('new', version('v', 'Hello')), question('new')]
  await restoreConversation({ conversation: conversation('new', 2), messages })
  expect((await listConversations()).map(({ id }) => id)).toEqual(['new', 'old'])
  expect((await loadConversation('new'))?.messages.map(({ id }) => id)).toEqual(['new-q', 'new-a'])
  expect(await findConversation('old')).toEqual(conversation('old', 1))
  expect(await loadConversation('none')).toBeUndefined()
  expect(await loadMessage('none')).toBeUndefined()
})

it('gives an answer as cut that no tab receives any more, with the text that arrived', async () => {
  const messages = [answer('c', version('dead', 'Half'), version('live', 'Grow'))]
  await restoreConversation({ conversation: conversation('c'), messages })
  const held = [{ name: 'answer:live' }, { name: 'draft:x' }]
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } })
  const loaded = await loadMessage('c-a')
  const phases = loaded?.kind === 'answer' && loaded.versions.map((one) => one.answer.phase)
  expect(phases).toEqual(['cut', 'streaming'])
  const shown = loaded?.kind === 'answer' ? shownVersion(loaded) : undefined
  expect(shown?.answer.failure).toMatchObject({ kind: 'cut' })
  expect(shown && selectedChoice(shown)?.content).toBe('Half')
})

it('shows the last version and sends the first choice back where others are named that are not there', () => {
  const versions = [version('one', 'One'), version('two', 'Two')]
  const { kind, ...rest } = answer('c', ...versions)
  const shown = shownVersion({ ...rest, kind, shown: 7 })
  expect(shown?.id).toBe('two')
  expect(shown && selectedChoice({ ...shown, kept: 7 })?.content).toBe('Two')
})

it('writes nothing of an answer whose conversation is gone', async () => {
  await saveMessages([])
  await saveMessages([answer('gone', version('v', 'Late'))])
  expect(await loadMessage('gone-a')).toBeUndefined()
  const loaded = { conversation: conversation('gone'), messages: [question('gone')] }
  expect(await rewriteConversation(loaded)).toBe(false)
  expect(await listConversations()).toEqual([])
  await restoreConversation(loaded)
  expect(await rewriteConversation({ ...loaded, messages: [question('gone', 'Again')] })).toBe(true)
  expect(await loadMessage('gone-q')).toMatchObject({ message: { content: 'Again' } })
})

it('deletes a message together with the exchanges that its answers came by', async () => {
  const messages = [question('c'), answer('c', version('v', 'Hello'))]
  await restoreConversation({ conversation: conversation('c'), messages })
  await keep('exchange-v')
  await keep('exchange-other')
  await saveChanges({ conversationId: 'c', saved: [], deleted: ['c-a', 'none'] }, { create: false })
  expect((await loadConversation('c'))?.messages).toEqual([question('c')])
  expect((await listExchanges()).map(({ id }) => id)).toEqual(['exchange-other'])
})

it('tells other tabs which message changed, and every list that a conversation did', async () => {
  await restoreConversation({ conversation: conversation('c'), messages: [] })
  const heard: unknown[] = []
  const elsewhere = new BroadcastChannel('messages')
  elsewhere.addEventListener('message', ({ data }) => heard.push(data))
  const listed = vi.fn<() => void>()
  const stopListening = subscribeConversations(listed)
  await saveMessages([question('c')])
  await expect.poll(() => heard).toEqual([{ id: 'c-q', conversationId: 'c' }])
  // A growing answer is written often: lists need not be read again for it.
  expect(listed).not.toHaveBeenCalled()
  const changed = {
    conversationId: 'c',
    conversation: conversation('c', 2),
    saved: [],
    deleted: [],
  }
  await saveChanges(changed, { create: false })
  expect(listed).toHaveBeenCalledTimes(1)
  stopListening()
  elsewhere.close()
})

it('hears of other tabs, and not of itself', async () => {
  const conversations = vi.fn<() => void>()
  const messages: unknown[] = []
  const stops = [
    followOtherTabsConversations(conversations),
    subscribeMessageChanges((change) => messages.push(change)),
  ]
  await restoreConversation({ conversation: conversation('c'), messages: [] })
  await saveMessages([question('c')])
  const elsewhere = ['conversations', 'messages'].map((name) => new BroadcastChannel(name))
  elsewhere[0]?.postMessage('changed')
  elsewhere[1]?.postMessage({ id: 'x', conversationId: 'c' })
  await expect.poll(() => messages).toEqual([{ id: 'x', conversationId: 'c' }])
  await expect.poll(() => conversations.mock.calls.length).toBe(1)
  for (const stop of stops) stop()
  for (const channel of elsewhere) channel.close()
})

it('brings deleted conversations back with their names, pins and exchanges', async () => {
  const messages = [question('a'), answer('a', version('v', 'Hello'))]
  await restoreConversation({ conversation: conversation('a'), messages })
  await restoreConversation({ conversation: conversation('b'), messages: [question('b')] })
  await renameConversations(['a'], 'First')
  await pinConversations(['a', 'b'], true)
  await keep('exchange-v')
  const before = await loadConversation('a')

  const undo = await deleteConversations(['a', 'b', 'none'])
  expect(await listConversations()).toEqual([])
  expect((await listLabels()).size).toBe(0)
  expect(await listExchanges()).toEqual([])
  expect(await loadMessage('a-q')).toBeUndefined()

  await undo()
  expect(await loadConversation('a')).toEqual(before)
  expect((await listConversations()).map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
  expect((await listLabels()).get('a')).toMatchObject({ name: 'First', pinned: true })
  expect(await readExchange('exchange-v')).toEqual({ id: 'exchange-v' })
  await renameConversations(['a'], ' ')
  await pinConversations(['a'], false)
  expect((await listLabels()).get('a')).toEqual({ conversationId: 'a' })
})

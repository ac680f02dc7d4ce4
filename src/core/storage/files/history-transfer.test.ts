import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'

import type { MessageRecord } from '../conversations/conversation.ts'
import {
  listConversations,
  loadConversation,
  restoreConversation,
  type LoadedConversation,
} from '../conversations/conversations.ts'
import { deleteAllConversations } from '../conversations/delete-conversations.ts'
import { listLabels, pinConversations, renameConversations } from '../conversations/labels.ts'
import { hostileHistory, wholeEntry } from '../testing/hostile-history.ts'
import { exportConversations, importConversations } from './history-transfer.ts'

function conversation(text: string, id: string = crypto.randomUUID()): LoadedConversation {
  const messages: MessageRecord[] = [
    {
      kind: 'written',
      id: `${id}-message`,
      conversationId: id,
      position: 1,
      message: { role: 'user', content: text },
    },
  ]
  return {
    conversation: { id, title: text, createdAt: 1, updatedAt: 1, model: 'default', settings: {} },
    messages,
  }
}

const counts = { added: 0, same: 0, copied: 0, unreadable: 0, unwritten: 0 }

beforeEach(deleteAllConversations)

test('everything comes back after everything was deleted', async () => {
  const [one, two] = [conversation('One'), conversation('Two')]
  await restoreConversation(one)
  await restoreConversation(two)
  await renameConversations([one.conversation.id], 'First')
  await pinConversations([one.conversation.id], true)
  const file = await (await exportConversations()).text()
  await deleteAllConversations()
  expect(await listConversations()).toEqual([])
  expect((await listLabels()).size).toBe(0)
  expect(await importConversations(file)).toEqual({ ok: true, ...counts, added: 2 })
  const back = await loadConversation(one.conversation.id)
  expect(back?.conversation).toEqual(one.conversation)
  expect(back?.messages.map((record) => record.kind === 'written' && record.message)).toEqual([
    { role: 'user', content: 'One' },
  ])
  expect((await listLabels()).get(one.conversation.id)).toMatchObject({
    name: 'First',
    pinned: true,
  })
})

test('importing twice adds nothing the second time', async () => {
  await restoreConversation(conversation('One'))
  const file = await (await exportConversations()).text()
  expect(await importConversations(file)).toEqual({ ok: true, ...counts, same: 1 })
  await deleteAllConversations()
  await importConversations(file)
  expect(await importConversations(file)).toEqual({ ok: true, ...counts, same: 1 })
  expect(await listConversations()).toHaveLength(1)
})

test('the same id with other words keeps both, and what was here is untouched', async () => {
  const id = crypto.randomUUID()
  await restoreConversation(conversation('Theirs', id))
  const file = await (await exportConversations()).text()
  const ours = conversation('Ours', id)
  await restoreConversation(ours)
  expect(await importConversations(file)).toEqual({ ok: true, ...counts, copied: 1 })
  expect((await listConversations()).map(({ title }) => title).toSorted()).toEqual([
    'Ours',
    'Theirs',
  ])
  expect(await loadConversation(id)).toEqual(ours)
})

test('a file cannot write into a conversation that is not its own', async () => {
  const mine = conversation('Mine')
  await restoreConversation(mine)
  const hostile = conversation('Hostile', 'compare')
  const [message] = hostile.messages
  if (message === undefined) throw new Error('there is a message')
  const stolen = { ...message, id: mine.messages[0]?.id, conversationId: mine.conversation.id }
  const entry = { ...hostile, messages: [stolen] }
  const file = JSON.stringify({ format: 'playground-history', version: 1, conversations: [entry] })
  expect(await importConversations(file)).toEqual({ ok: true, ...counts, added: 1 })
  expect(await loadConversation(mine.conversation.id)).toEqual(mine)
  expect(await loadConversation('compare')).toBeUndefined()
  expect(await listConversations()).toHaveLength(2)
})

test('the columns of comparisons that were made before are stored, exported and imported as conversations', async () => {
  const columns = [0, 1].map((column) => {
    const one = conversation(`Column ${column}`)
    return { ...one, conversation: { ...one.conversation, comparison: { id: 'k', column } } }
  })
  for (const one of columns) await restoreConversation(one)
  const listed = async () => (await listConversations()).map(({ title }) => title).toSorted()
  expect(await listed()).toEqual(['Column 0', 'Column 1'])
  const file = (await (await exportConversations()).text()).replaceAll('"Column', '"Other column')
  expect(await importConversations(file)).toEqual({ ok: true, ...counts, copied: 2 })
  expect(await listed()).toEqual(['Column 0', 'Column 1', 'Other column 0', 'Other column 1'])
})

const fileOf = (...conversations: readonly object[]) =>
  JSON.stringify({ format: 'playground-history', version: 1, conversations })

test('every member of a conversation comes in, besides the exchange of another browser', async () => {
  const [question, answer] = wholeEntry.messages
  const [version] = answer.versions
  const exchanged = { ...answer, versions: [{ ...version, exchangeId: 'mine' }] }
  await importConversations(fileOf({ ...wholeEntry, messages: [question, exchanged] }))
  const back = await loadConversation(wholeEntry.conversation.id)
  expect(back?.conversation).toEqual(wholeEntry.conversation)
  const { failure: _, ...kept } = version.answer
  expect(back?.messages).toMatchObject([
    { kind: 'written', message: question.message },
    { kind: 'answer', shown: 0, versions: [{ ...version, id: expect.any(String), answer: kept }] },
  ])
  expect(JSON.stringify(back)).not.toContain('mine')
})

test.each(['written', 'answer', 'user', 'continued', 'finished'])(
  'a message whose id is "%s" is a message as any other',
  async (id) => {
    const messages = wholeEntry.messages.map((record) => ({ ...record, id }))
    expect(await importConversations(fileOf({ ...wholeEntry, messages }))).toMatchObject({
      added: 1,
    })
    const back = await loadConversation(wholeEntry.conversation.id)
    expect(back?.messages.map(({ kind }) => kind)).toEqual(['written', 'answer'])
    expect(back?.messages[1]).toMatchObject({
      versions: [{ origin: 'continued', answer: { phase: 'finished' } }],
    })
  },
)

test('what an answer cannot hold is not read', async () => {
  const [question, answer] = wholeEntry.messages
  const [version] = answer.versions
  const [choice] = version.answer.choices
  const of = (versions: readonly object[]) => ({
    ...wholeEntry,
    messages: [question, { ...answer, versions }],
  })
  const withAnswer = (change: object) =>
    of([{ ...version, answer: { ...version.answer, ...change } }])
  const broken = [
    withAnswer({ choices: [{ ...choice, media: 5 }] }),
    withAnswer({ served: 7 }),
    withAnswer({ encryption: 'yes' }),
    of([{ ...version, toolResults: 3 }]),
    of([{ ...version, kept: 'first' }]),
    of([{ ...version, asked: 'much' }]),
    of([{ ...version, origin: 'heaven' }]),
    of([]),
    { ...wholeEntry, conversation: { ...wholeEntry.conversation, variables: 'x' } },
    { ...wholeEntry, conversation: { ...wholeEntry.conversation, updatedAt: 1e300 } },
  ]
  const result = await importConversations(fileOf(conversation('Whole'), ...broken))
  expect(result).toEqual({ ok: true, ...counts, added: 1, unreadable: broken.length })
})

test('whatever is imported opens, goes out and comes in again as it is', async () => {
  await fc.assert(
    fc.asyncProperty(hostileHistory, async (text) => {
      await deleteAllConversations()
      const result = await importConversations(text)
      if (!result.ok) return
      const listed = await listConversations()
      expect(listed).toHaveLength(result.added + result.copied)
      for (const { id, createdAt, updatedAt } of listed) {
        for (const time of [createdAt, updatedAt])
          expect(Number.isNaN(new Date(time).getTime())).toBe(false)
        const loaded = await loadConversation(id)
        expect(new Set(loaded?.messages.map((record) => record.id)).size).toBe(
          loaded?.messages.length,
        )
      }
      const file = await (await exportConversations()).text()
      expect(await importConversations(file)).toEqual({ ok: true, ...counts, same: listed.length })
    }),
    { numRuns: 100 },
  )
})

test('what finds no room is counted, and what was here stays', async () => {
  const mine = conversation('Mine')
  await restoreConversation(mine)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  const result = await importConversations(fileOf(wholeEntry, conversation('Two')))
  put.mockRestore()
  expect(result).toEqual({ ok: true, ...counts, unwritten: 2 })
  expect(await listConversations()).toEqual([mine.conversation])
})

import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'

import type { MessageRecord } from '../conversations/conversation.ts'
import {
  listConversations,
  loadConversation,
  restoreConversation,
  type LoadedConversation,
} from '../conversations/conversations.ts'
import { deleteAllConversations } from '../conversations/delete-conversations.ts'
import { listLabels, pinConversations, renameConversations } from '../conversations/labels.ts'
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

test('the columns of a comparison that is kept twice stay together', async () => {
  const comparison = crypto.randomUUID()
  const columns = [0, 1].map((column) => {
    const one = conversation(`Column ${column}`)
    return { ...one, conversation: { ...one.conversation, comparison: { id: comparison, column } } }
  })
  for (const one of columns) await restoreConversation(one)
  const file = (await (await exportConversations()).text()).replaceAll('"Column', '"Other column')
  expect(await importConversations(file)).toEqual({ ok: true, ...counts, copied: 2 })
  const groups = (await listConversations()).flatMap((one) => one.comparison?.id ?? [])
  const sizes = [...new Set(groups)].map((id) => groups.filter((other) => other === id).length)
  expect(sizes).toEqual([2, 2])
})

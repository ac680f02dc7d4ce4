import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { findConversation } from '../../storage/conversations/conversations.ts'
import { deleteConversations } from '../../storage/conversations/delete-conversations.ts'
import { storedChat } from '../testing/fake-world.ts'
import { authored } from './columns.ts'
import type { CompareColumn } from './comparison-state.ts'
import { startComparison, updateColumn } from './comparison.ts'
import { deleteColumn } from './delete-column.ts'

const chat = storedChat()
const setup = { model: 'm', settings: {} }

function ask(column: CompareColumn, words: string): void {
  updateColumn(chat, column.conversation.id, (now) => ({
    ...now,
    messages: [
      ...now.messages,
      authored(chat.client.world, now, { role: 'user', content: words }, now.messages.length + 1),
    ],
  }))
}

const columns = () => chat.comparison.getState().columns
const ids = () => columns().map(({ conversation }) => conversation.id)

/** The column in the middle of three in which something was said. */
async function middleOfThree(): Promise<CompareColumn> {
  startComparison(chat, [setup, setup, setup], { beside: '' })
  for (const column of columns()) ask(column, 'First')
  await chat.writer.settled()
  const [, column] = columns()
  if (column === undefined) throw new Error('There is no column.')
  return column
}

let column: CompareColumn

beforeEach(async () => {
  column = await middleOfThree()
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('behavior: a removed column comes back to its place, and what was said elsewhere meanwhile stays', async () => {
  const before = ids()
  const undo = await deleteColumn(chat, column, deleteConversations)
  expect(await findConversation(column.conversation.id)).toBeUndefined()
  const [first] = columns()
  if (first) ask(first, 'Meanwhile')
  expect(await undo()).toBe(true)
  expect(ids()).toEqual(before)
  expect(columns()[0]?.messages).toHaveLength(2)
  expect(await findConversation(column.conversation.id)).toBeDefined()
})

it('behavior: on a full disk a removed column comes back, and it is said that it is not stored', async () => {
  const before = ids()
  const undo = await deleteColumn(chat, column, deleteConversations)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  expect(await undo()).toBe(false)
  await chat.writer.settled()
  expect(ids()).toEqual(before)
  await vi.waitFor(() => expect(chat.comparison.getState().unsaved).toBe(true))

  vi.restoreAllMocks()
  expect(await undo()).toBe(true)
  expect(ids()).toEqual(before)
  await vi.waitFor(() => expect(chat.comparison.getState().unsaved).toBe(false))
  expect(await findConversation(column.conversation.id)).toBeDefined()
})

it('behavior: another comparison on the screen stays as it is', async () => {
  const undo = await deleteColumn(chat, column, deleteConversations)
  startComparison(chat, [setup, setup], { beside: '' })
  const shown = ids()
  expect(await undo()).toBe(true)
  expect(ids()).toEqual(shown)
  expect(await findConversation(column.conversation.id)).toBeDefined()
})

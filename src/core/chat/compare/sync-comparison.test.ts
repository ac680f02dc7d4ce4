import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { findConversation, listConversations } from '../../storage/conversations/conversations.ts'
import { deleteConversations } from '../../storage/conversations/delete-conversations.ts'
import { database } from '../../storage/db/database.ts'
import { storedChat } from '../testing/fake-world.ts'
import { authored, presentColumns } from './columns.ts'
import type { CompareColumn } from './comparison-state.ts'
import { openComparison, removeColumn, startComparison, updateColumn } from './comparison.ts'
import { keepColumns, syncComparison } from './sync-comparison.ts'

const chat = storedChat()
const setup = { model: 'm', settings: {} }
const otherTab = new BroadcastChannel('conversations')
let stop = () => {}

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
const columnAt = (at: number): CompareColumn => {
  const column = columns()[at]
  if (column === undefined) throw new Error(`there is no column ${at}`)
  return column
}
const idAt = (at: number) => columnAt(at).conversation.id

beforeEach(async () => {
  startComparison(chat, [setup, setup, setup], { beside: '' })
  for (const column of columns()) ask(column, 'First')
  await chat.writer.settled()
  stop = syncComparison(chat)
})

afterEach(async () => {
  stop()
  await deleteConversations((await listConversations()).map(({ id }) => id))
})

/** What another tab does to storage, and that it tells. */
async function elsewhere<T>(act: () => Promise<T>): Promise<T> {
  const done = await act()
  otherTab.postMessage('changed')
  return done
}

it('marks a column that another tab deleted, and shows it again once that is undone', async () => {
  const [first, second, third] = [idAt(0), idAt(1), idAt(2)]
  const undo = await elsewhere(() => deleteConversations([second]))
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual([second]))
  expect(
    presentColumns(chat.comparison.getState()).map(({ conversation }) => conversation.id),
  ).toEqual([first, third])
  expect(columnAt(1).messages).toHaveLength(1)
  await elsewhere(undo)
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual([]))
})

it('does not bring a deleted column back by writing it, only by keeping it', async () => {
  const second = idAt(1)
  await deleteConversations([second])
  ask(columnAt(1), 'Second')
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual([second]))
  expect(await findConversation(second)).toBeUndefined()
  keepColumns(chat, [second])
  await vi.waitFor(async () => expect(await findConversation(second)).toBeDefined())
  expect(chat.comparison.getState().deleted).toEqual([])
  const { id } = chat.comparison.getState()
  await openComparison(chat, 'another')
  await openComparison(chat, id)
  expect(columnAt(1).messages).toHaveLength(2)
})

it('says that a column is not stored when the disk is too full to keep it', async () => {
  const second = idAt(1)
  await elsewhere(() => deleteConversations([second]))
  const { getState } = chat.comparison
  await vi.waitFor(() => expect(getState().deleted).toEqual([second]))
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  keepColumns(chat, [second])
  await vi.waitFor(() => expect(getState().unsaved).toBe(true))
  vi.restoreAllMocks()
  expect(presentColumns(getState())).toHaveLength(3)
  keepColumns(chat, [second])
  await vi.waitFor(() => expect(getState().unsaved).toBe(false))
  expect(await findConversation(second)).toBeDefined()
})

it('keeps what came in after a deletion when another tab undoes it', async () => {
  const second = idAt(1)
  const undo = await deleteConversations([second])
  ask(columnAt(1), 'Meanwhile')
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual([second]))
  await elsewhere(undo)
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual([]))
  expect(columnAt(1).messages).toHaveLength(2)
})

it('does not bring back what is deleted again just as it returns', async () => {
  const second = idAt(1)
  const undo = await elsewhere(() => deleteConversations([second]))
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual([second]))
  const db = await database()
  const deletedAgain = new Promise<void>((resolve) => {
    const stopWatching = chat.comparison.subscribe(({ deleted }) => {
      if (deleted.length > 0) return
      stopWatching()
      resolve(db.delete('conversations', second))
    })
  })
  await elsewhere(undo)
  await deletedAgain
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual([second]))
  await chat.writer.settled()
  expect(await findConversation(second)).toBeUndefined()
})

it('sees what was deleted while another screen was shown', async () => {
  stop()
  const ids = [idAt(0), idAt(1), idAt(2)]
  await deleteConversations(ids)
  stop = syncComparison(chat)
  await vi.waitFor(() => expect(chat.comparison.getState().deleted).toEqual(ids))
  expect(presentColumns(chat.comparison.getState())).toEqual([])
})

it('shows a comparison that was missing once another tab brings it back', async () => {
  const { id } = chat.comparison.getState()
  const undo = await elsewhere(() => deleteConversations([idAt(0), idAt(1), idAt(2)]))
  await openComparison(chat, 'another')
  await openComparison(chat, id)
  expect(chat.comparison.getState().status).toBe('missing')
  await elsewhere(undo)
  await vi.waitFor(() => expect(chat.comparison.getState().status).toBe('ready'))
  expect(columns()).toHaveLength(3)
})

it('takes a column that this tab removed and put back for present', async () => {
  const second = idAt(1)
  const putBack = removeColumn(chat, second)
  await deleteConversations([second])
  ask(columnAt(0), 'Meanwhile')
  putBack()
  expect(columnAt(0).messages).toHaveLength(2)
  ask(columnAt(1), 'Again')
  await vi.waitFor(async () => expect(await findConversation(second)).toBeDefined())
  expect(chat.comparison.getState().deleted).toEqual([])
})

import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import {
  findConversation,
  listConversations,
} from '../../../core/storage/conversations/conversations.ts'
import { deleteConversations } from '../../../core/storage/conversations/delete-conversations.ts'
import { database } from '../../../core/storage/db/database.ts'
import { columnsWritten } from './column-storage.ts'
import {
  compareStore,
  openComparison,
  presentColumns,
  removeColumn,
  startComparison,
  updateColumn,
  written,
  type CompareColumn,
} from './compare-store.ts'
import { followComparison, keepColumns } from './follow-comparison.ts'

const setup = { model: 'm', settings: {} }
const otherTab = new BroadcastChannel('conversations')
let stop = () => {}

function ask(column: CompareColumn, words: string): void {
  updateColumn(column.conversation.id, (now) => ({
    ...now,
    messages: [
      ...now.messages,
      written(now, { role: 'user', content: words }, now.messages.length + 1),
    ],
  }))
}

const columns = () => compareStore.getState().columns
const columnAt = (at: number): CompareColumn => {
  const column = columns()[at]
  if (column === undefined) throw new Error(`there is no column ${at}`)
  return column
}
const idAt = (at: number) => columnAt(at).conversation.id

beforeEach(async () => {
  startComparison([setup, setup, setup], { beside: '' })
  for (const column of columns()) ask(column, 'First')
  await columnsWritten()
  stop = followComparison()
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
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual([second]))
  expect(presentColumns().map(({ conversation }) => conversation.id)).toEqual([first, third])
  expect(columnAt(1).messages).toHaveLength(1)
  await elsewhere(undo)
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual([]))
})

it('does not bring a deleted column back by writing it, only by keeping it', async () => {
  const second = idAt(1)
  await deleteConversations([second])
  ask(columnAt(1), 'Second')
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual([second]))
  expect(await findConversation(second)).toBeUndefined()
  keepColumns([second])
  await vi.waitFor(async () => expect(await findConversation(second)).toBeDefined())
  expect(compareStore.getState().deleted).toEqual([])
  const { id } = compareStore.getState()
  await openComparison('another')
  await openComparison(id)
  expect(columnAt(1).messages).toHaveLength(2)
})

it('keeps what came in after a deletion when another tab undoes it', async () => {
  const second = idAt(1)
  const undo = await deleteConversations([second])
  ask(columnAt(1), 'Meanwhile')
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual([second]))
  await elsewhere(undo)
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual([]))
  expect(columnAt(1).messages).toHaveLength(2)
})

it('does not bring back what is deleted again just as it returns', async () => {
  const second = idAt(1)
  const undo = await elsewhere(() => deleteConversations([second]))
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual([second]))
  const db = await database()
  const deletedAgain = new Promise<void>((resolve) => {
    const stopWatching = compareStore.subscribe(({ deleted }) => {
      if (deleted.length > 0) return
      stopWatching()
      resolve(db.delete('conversations', second))
    })
  })
  await elsewhere(undo)
  await deletedAgain
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual([second]))
  await columnsWritten()
  expect(await findConversation(second)).toBeUndefined()
})

it('sees what was deleted while another screen was shown', async () => {
  stop()
  const ids = [idAt(0), idAt(1), idAt(2)]
  await deleteConversations(ids)
  stop = followComparison()
  await vi.waitFor(() => expect(compareStore.getState().deleted).toEqual(ids))
  expect(presentColumns()).toEqual([])
})

it('shows a comparison that was missing once another tab brings it back', async () => {
  const { id } = compareStore.getState()
  const undo = await elsewhere(() => deleteConversations([idAt(0), idAt(1), idAt(2)]))
  await openComparison('another')
  await openComparison(id)
  expect(compareStore.getState().status).toBe('missing')
  await elsewhere(undo)
  await vi.waitFor(() => expect(compareStore.getState().status).toBe('ready'))
  expect(columns()).toHaveLength(3)
})

it('takes a column that this tab removed and put back for present', async () => {
  const before = columns()
  const second = idAt(1)
  removeColumn(second)
  await deleteConversations([second])
  compareStore.setState({ columns: before })
  ask(columnAt(1), 'Again')
  await vi.waitFor(async () => expect(await findConversation(second)).toBeDefined())
  expect(compareStore.getState().deleted).toEqual([])
})

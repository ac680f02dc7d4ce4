import { followOtherTabsConversations } from '../../../core/storage/conversations/conversations.ts'
import { deletedColumns } from './column-storage.ts'
import { compareStore, loadColumns, markDeleted, saveColumn } from './compare-store.ts'

const { getState, setState } = compareStore

/**
 * Keeps the comparison on the screen in step with what other tabs delete of it and bring back, also
 * while another screen was shown. Gives the way to stop.
 */
export function followComparison(): () => void {
  const look = () => void takeOver().catch(() => undefined)
  look()
  return followOtherTabsConversations(look)
}

async function takeOver(): Promise<void> {
  const { id, status, columns, deleted: before } = getState()
  if (status === 'missing') {
    const found = await loadColumns(id)
    const isStillMissing = getState().id === id && getState().status === 'missing'
    if (isStillMissing && found.length > 0) setState({ columns: found, status: 'ready' })
    return
  }
  const deleted = await deletedColumns(columns.map(({ conversation }) => conversation.id))
  if (getState().id !== id) return
  markDeleted(deleted, true)
  const back = before.filter((gone) => !deleted.includes(gone))
  markDeleted(back, false)
  // What is here is all that was deleted, and the end of an answer that came in since. Meanwhile it
  // may be deleted again.
  saveColumns(back)
}

/** Stores columns again, all of them, that another tab deleted. */
export function keepColumns(conversationIds: readonly string[]): void {
  markDeleted(conversationIds, false)
  saveColumns(conversationIds, { kept: true })
}

function saveColumns(conversationIds: readonly string[], options?: { kept: boolean }): void {
  for (const column of getState().columns)
    if (conversationIds.includes(column.conversation.id)) saveColumn(column, options)
}

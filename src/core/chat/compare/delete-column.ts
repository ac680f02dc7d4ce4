import type { Chat } from '../chat.ts'
import { isTouched } from './columns.ts'
import type { CompareColumn } from './comparison-state.ts'
import { findColumn, removeColumn, saveColumn } from './comparison.ts'

/** Removes conversations from storage and returns how to undo that. */
type DeleteConversations = (ids: readonly string[]) => Promise<() => Promise<void>>

/**
 * Takes a column off the screen and out of storage; returns the way back, which tells whether it is stored again. A
 * column that storage has no room for is on the screen all the same, and said to be unsaved.
 */
export async function deleteColumn(
  chat: Chat,
  column: CompareColumn,
  deleteConversations: DeleteConversations,
): Promise<() => Promise<boolean>> {
  const { id } = column.conversation
  const putBack = removeColumn(chat, id)
  await chat.writer.settled()
  const restore = isTouched(column) ? await deleteConversations([id]) : undefined
  return async () => {
    // Another try finds it on the screen already.
    if (findColumn(chat, id) === undefined) putBack()
    if (restore === undefined) return true
    const isStored = await restore().then(
      () => true,
      () => false,
    )
    // Written as any change of a column is: beside the composer it is told whether that is stored.
    const shown = findColumn(chat, id)
    if (shown !== undefined) await saveColumn(chat, shown, { kept: true })
    return isStored
  }
}

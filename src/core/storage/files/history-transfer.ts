import {
  conversationsChanged,
  listConversations,
  loadConversation,
  restoreConversation,
} from '../conversations/conversations.ts'
import { listLabels, saveLabels } from '../conversations/labels.ts'
import { historyFileEntry, historyFileFrame, readHistoryFile } from './history-file.ts'
import { mergeConversation } from './history-merge.ts'

/** What came of an import. */
export type ImportResult =
  | {
      ok: true
      added: number
      /** Here already, word for word. */
      same: number
      /** Kept beside a conversation of the same id that says something else. */
      copied: number
      unreadable: number
      /** Not written because the browser has no room, or refuses. */
      unwritten: number
    }
  | { ok: false; message: string }

/** These conversations, or all, as a file. Read one by one, so that memory holds the text only once. */
export async function exportConversations(ids?: readonly string[]): Promise<Blob> {
  const labels = await listLabels()
  const wanted = ids ?? (await listConversations()).map(({ id }) => id)
  const parts: string[] = []
  for (const id of wanted) {
    const loaded = await loadConversation(id)
    if (loaded === undefined) continue
    const { conversationId: _, ...label } = labels.get(id) ?? { conversationId: id }
    const isLabelled = Object.keys(label).length > 0
    if (parts.length > 0) parts.push(historyFileFrame.between)
    parts.push(historyFileEntry(isLabelled ? { ...loaded, label } : loaded))
  }
  const all = [historyFileFrame.start, ...parts, historyFileFrame.end]
  return new Blob(all, { type: 'application/json' })
}

/** Adds the conversations of a file to those that are here; nothing that is here is changed. */
export async function importConversations(text: string): Promise<ImportResult> {
  const file = readHistoryFile(text)
  if (!file.ok) return file
  const count = { added: 0, same: 0, copied: 0, unwritten: 0 }
  const newId = () => crypto.randomUUID()
  for (const incoming of file.conversations) {
    const merge = mergeConversation(
      incoming,
      await loadConversation(incoming.conversation.id),
      newId,
    )
    if (merge.kind === 'same') {
      count.same += 1
      continue
    }
    try {
      await restoreConversation(merge.loaded, { quietly: true })
      const { id: conversationId } = merge.loaded.conversation
      if (incoming.label !== undefined) await saveLabels([{ ...incoming.label, conversationId }])
      count[merge.kind] += 1
    } catch {
      count.unwritten += 1
    }
  }
  conversationsChanged()
  return { ok: true, ...count, unreadable: file.unreadable }
}

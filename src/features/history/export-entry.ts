import { fileName } from '../../core/format/file-name.ts'
import type { HistoryEntry } from '../../core/history/history-entries.ts'
import { loadConversation } from '../../core/storage/conversations/conversations.ts'
import { exportConversations } from '../../core/storage/files/history-transfer.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Saves one line of the history as a file that can be imported again. */
export async function exportAsJson({ title, conversationIds }: HistoryEntry): Promise<void> {
  saveFile(`${fileName(title, 'chat')}.json`, await exportConversations(conversationIds))
}

/** Saves one line of the history as a document to read; the columns of a comparison one by one. */
export async function exportAsMarkdown({ title, conversationIds }: HistoryEntry): Promise<void> {
  const { conversationMarkdown } = await import('./conversation-markdown.ts')
  const texts: string[] = []
  for (const id of conversationIds) {
    const loaded = await loadConversation(id)
    if (loaded !== undefined) texts.push(conversationMarkdown(loaded, title))
  }
  const document = new Blob([texts.join('\n---\n\n')], { type: 'text/markdown' })
  saveFile(`${fileName(title, 'chat')}.md`, document)
}

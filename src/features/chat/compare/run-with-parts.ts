import { presentColumns } from '../../../core/chat/compare/columns.ts'
import { runColumns } from '../../../core/chat/compare/run-columns.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { chat } from '../../../page/chat.ts'
import { loadAttachments } from '../attachments/attach/load-attachments.ts'

/**
 * Sends what is attached, and the text after it, in every column: encoded once, fit for each of them.
 * As {@link runColumns}, all or none.
 */
export async function runWithParts(connection: Connection, text: string): Promise<string[]> {
  const { collectContent, partContext, removeParts } = await loadAttachments()
  const { id } = chat.comparison.getState()
  const contexts = presentColumns(chat.comparison.getState()).map(
    ({ conversation: { model }, messages }) => partContext(connection, { model, messages }),
  )
  const collected = await collectContent(text, contexts)
  if (!collected.ok) return collected.issues.map(({ message }) => message)
  if (chat.comparison.getState().id !== id)
    return ['Another comparison was opened meanwhile. Nothing was sent.']
  const faults = runColumns(chat, connection, collected.content)
  if (faults.length === 0) removeParts(collected.partIds)
  return faults
}

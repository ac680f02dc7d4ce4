import type { Connection } from '../../../core/client/connection/connections.ts'
import { loadAttachments } from '../parts/load-attachments.ts'
import { compareStore, presentColumns } from './compare-store.ts'
import { runColumns } from './run-columns.ts'

/**
 * Sends what is attached, and the text after it, in every column: encoded once, fit for each of them.
 * As {@link runColumns}, all or none.
 */
export async function runWithParts(connection: Connection, text: string): Promise<string[]> {
  const { collectContent, partContext, removeParts } = await loadAttachments()
  const { id } = compareStore.getState()
  const contexts = presentColumns().map(({ conversation: { model }, messages }) =>
    partContext(connection, { model, messages }),
  )
  const collected = await collectContent(text, contexts)
  if (!collected.ok) return collected.issues.map(({ message }) => message)
  if (compareStore.getState().id !== id)
    return ['Another comparison was opened meanwhile. Nothing was sent.']
  const faults = runColumns(connection, collected.content)
  if (faults.length === 0) removeParts(collected.partIds)
  return faults
}

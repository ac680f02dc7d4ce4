import {
  findConversation,
  restoreConversation,
  rewriteConversation,
  type LoadedConversation,
} from '../../../core/storage/conversations/conversations.ts'

/** How a write of a column went. `deleted`: another tab deleted it, and it was not brought back. */
export type ColumnWrite = 'stored' | 'unstored' | 'deleted'

/** The columns that are missing from storage only when another tab deleted them. */
const expected = new Set<string>()

let lastWrite: Promise<unknown> = Promise.resolve()

/** Expects a column, by its conversation's id, to be in storage from now on. */
export function expectColumn(conversationId: string): void {
  expected.add(conversationId)
}

/** Expects it no more: this tab itself takes the column away. */
export function forgetColumn(conversationId: string): void {
  expected.delete(conversationId)
}

/**
 * Writes a column, after the writes before it. One that another tab deleted stays deleted, unless it
 * is to be `kept` after all.
 */
export function writeColumn(
  loaded: LoadedConversation,
  { kept = false }: { kept?: boolean } = {},
): Promise<ColumnWrite> {
  const { id } = loaded.conversation
  const write = async (): Promise<ColumnWrite> => {
    if (kept) expected.delete(id)
    if (expected.has(id)) return (await rewriteConversation(loaded)) ? 'stored' : 'deleted'
    await restoreConversation(loaded)
    expected.add(id)
    return 'stored'
  }
  const written = lastWrite.then(write).catch(() => 'unstored' as const)
  lastWrite = written
  return written
}

/** Resolves when the writes under way have ended, one way or the other. */
export async function columnsWritten(): Promise<void> {
  await lastWrite
}

/** Which of these columns another tab deleted, by conversation id; asked after the writes under way. */
export async function deletedColumns(conversationIds: readonly string[]): Promise<string[]> {
  await columnsWritten()
  const stored = conversationIds.filter((id) => expected.has(id))
  const found = await Promise.all(stored.map(findConversation))
  return stored.filter((_, at) => found[at] === undefined)
}

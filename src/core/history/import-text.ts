import type { ImportResult } from '../storage/files/history-transfer.ts'

/** What came of an import, in a sentence or two. */
export function importText(result: ImportResult): string {
  if (!result.ok) return result.message
  const { added, same, copied, unreadable, unwritten } = result
  const parts = [
    `${conversations(added)} added`,
    ...(same > 0 ? [`${same} skipped: here already`] : []),
    ...(copied > 0 ? [`${copied} kept beside ${copied === 1 ? 'one' : 'those'} that changed`] : []),
    ...(unreadable > 0 ? [`${unreadable} not readable`] : []),
    ...(unwritten > 0 ? [`${unwritten} not stored: the browser has no room left`] : []),
  ]
  return `${parts.join(', ')}.`
}

function conversations(count: number): string {
  return count === 1 ? '1 conversation' : `${count} conversations`
}

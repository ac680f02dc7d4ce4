import type { ImportResult } from '../storage/files/history-transfer.ts'

/** What came of an import, in a sentence or two. */
export function importText(result: ImportResult): string {
  if (!result.ok) return result.message
  const { added, same, copied, unreadable, unwritten } = result
  const parts = [
    `${conversations(added)} added`,
    ...(same > 0 ? [`${same} skipped: already here`] : []),
    ...(copied > 0 ? [`${copied} imported as ${copied === 1 ? 'a copy' : 'copies'}`] : []),
    ...(unreadable > 0 ? [`${unreadable} not readable`] : []),
    ...(unwritten > 0 ? [`${unwritten} not saved: the disk is full`] : []),
  ]
  return `${parts.join(', ')}.`
}

function conversations(count: number): string {
  return count === 1 ? '1 conversation' : `${count} conversations`
}

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { makePrivateFile } from './private-file.ts'

/**
 * How many entries the ledger has had, in a file of its own beside it: a ledger that has fewer was
 * damaged or replaced. Never more than are durable.
 */
export interface LedgerMark {
  /** As the file had it when it was opened; 0 where it says nothing. */
  readonly entries: number
  record(entries: number): void
  close(): void
}

/** The file of the mark in a data directory. */
export function ledgerMarkPath(directory: string): string {
  return join(directory, 'ledger-entries')
}

/** Opens the mark of a data directory. */
export function openLedgerMark(directory: string): LedgerMark {
  const path = ledgerMarkPath(directory)
  makePrivateFile(path)
  const text = readFileSync(path, 'utf8')
  const entries = /^\d{1,16}\n$/.test(text) ? Number(text) : 0
  const file = openSync(path, 'r+')
  let last = entries
  return {
    entries,
    record: (count) => {
      if (count === last) return
      // Always as long as before, in one write: no half of it is ever read.
      writeSync(file, `${String(count).padStart(16, '0')}\n`, 0)
      last = count
    },
    close: () => closeSync(file),
  }
}

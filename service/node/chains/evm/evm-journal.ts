import type { Hex } from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { JournalError } from '../journal.ts'

/** In the journal: a block without a transaction. */
export const NO_TRANSACTION: Hex = '0x'

/** A block as the journal keeps it: what went in, and what came of it. */
export interface BlockEntry {
  /** Seconds. */
  timestamp: bigint
  /** Of the block that it led to. */
  hash: string
  /** The signed transaction, or `NO_TRANSACTION`. */
  raw: Hex
}

const DAMAGED =
  'The stored EVM chain does not lead to the blocks it names: its log or chain-seed was changed. Delete chain-evm-*.sqlite in the data directory to begin a new test chain.'

/** An entry as text. */
export function writeEntry({ timestamp, hash, raw }: BlockEntry): string {
  return JSON.stringify({ timestamp: Number(timestamp), hash, raw })
}

/** An entry from its text. @throws JournalError */
export function readEntry(text: string): BlockEntry {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) throw new JournalError(DAMAGED)
  const { timestamp, hash, raw } = value
  if (typeof timestamp !== 'number' || typeof hash !== 'string' || typeof raw !== 'string')
    throw new JournalError(DAMAGED)
  return { timestamp: BigInt(timestamp), hash, raw: `0x${raw.slice(2)}` }
}

/** Checks that doing an entry again led to the same block. @throws JournalError */
export function requireSame(entry: BlockEntry, hash: string): void {
  if (entry.hash !== hash) throw new JournalError(DAMAGED)
}

import { createHash, randomBytes } from 'node:crypto'

import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { JournalError } from '../journal.ts'
import type { SvmGenesis } from './svm-genesis.ts'

const DAMAGED =
  'The stored Solana chain does not lead to the outcomes it names: its log or chain-seed was changed. Delete chain-solana*.sqlite in the data directory to begin a new test chain.'

/** A transaction as the journal keeps it: what went in, and what came of it. */
interface TransactionEntry {
  slot: number
  /** Base64. */
  wire: string
  error: unknown
}

/** Checks that doing an entry again led to the same outcome. @throws JournalError */
export function requireSame(entry: TransactionEntry, error: unknown): void {
  if (JSON.stringify(entry.error) !== JSON.stringify(error)) throw new JournalError(DAMAGED)
}

/** A new chain's first entry. */
export function newBeginning({ feePayer, faucet }: SvmGenesis, startedMs: number) {
  // Random, so that no two chains share blockhashes.
  return { chain: randomBytes(16).toString('hex'), startedMs, feePayer, faucet }
}

/** A kept chain's first entry, which must be of the same accounts. @throws JournalError */
export function readBeginning(text: string, genesis: SvmGenesis) {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) throw new JournalError(DAMAGED)
  const { chain, startedMs, feePayer, faucet } = value
  if (typeof chain !== 'string' || typeof startedMs !== 'number') throw new JournalError(DAMAGED)
  if (feePayer !== genesis.feePayer || faucet !== genesis.faucet) throw new JournalError(DAMAGED)
  return { chain, startedMs, feePayer: genesis.feePayer, faucet: genesis.faucet }
}

/** An entry from its text. @throws JournalError */
export function readEntry(text: string): TransactionEntry {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) throw new JournalError(DAMAGED)
  const { slot, wire, error } = value
  if (typeof slot !== 'number' || typeof wire !== 'string') throw new JournalError(DAMAGED)
  return { slot, wire, error }
}

const SLOT_MS = 400

/** How many slots a blockhash stays usable, as on the real network: about a minute. */
export const BLOCKHASH_LIFE_SLOTS = 150

/** Slots and blockhashes as functions of time: nothing ticks, and a restart loses nothing. */
export interface SlotClock {
  /** The present slot. It never goes back. */
  slot(): number
  blockhash(): string
  /** True while the blockhash is one of the last 150 slots'. */
  isRecent(blockhash: string): boolean
  /** The time of a slot's beginning, seconds since the epoch. */
  secondsOf(slot: number): number
}

/** A clock that has run since `startedMs`; `chain` makes the blockhashes of two chains differ. */
export function createSlotClock(chain: string, startedMs: number, now: () => number): SlotClock {
  let latest = 1
  const slot = () => {
    latest = Math.max(latest, 1 + Math.floor((now() - startedMs) / SLOT_MS))
    return latest
  }
  const hashOf = (one: number) =>
    encodeBase58(createHash('sha256').update(`${chain} ${one}`).digest())
  return {
    slot,
    blockhash: () => hashOf(slot()),
    isRecent: (blockhash) => {
      const present = slot()
      for (let one = present; one > 0 && one >= present - BLOCKHASH_LIFE_SLOTS; one -= 1)
        if (hashOf(one) === blockhash) return true
      return false
    },
    secondsOf: (one) => Math.floor((startedMs + (one - 1) * SLOT_MS) / 1000),
  }
}

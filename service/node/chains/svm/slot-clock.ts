import { createHash } from 'node:crypto'

import { encodeBase58 } from '../../../../contract/encoding/base58.ts'

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

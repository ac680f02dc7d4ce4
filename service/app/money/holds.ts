import type { Lease, Leases } from '../limits/leases.ts'
import type { Balance, Ledger } from './ledger.ts'

/**
 * Credit set aside for requests that are being answered, so that many at once cannot spend the same
 * dollar. Holds are in memory: after a crash an unfinished request is neither
 * charged nor held.
 */
export interface Holds {
  /** Sets an amount aside, micro-USD, if the owner's balance still covers it. */
  acquire(owner: string, amount: number): Promise<{ balance: Balance; hold: Lease | undefined }>
}

/** Holds on leases, against the balances of a ledger. */
export function createHolds(ledger: Pick<Ledger, 'balance'>, leases: Leases): Holds {
  return {
    acquire: async (owner, amount) => {
      // First set aside, then read: a request that is charged in between is counted on one side at least.
      const hold = await leases.acquire(`hold ${owner}`, amount, Number.MAX_SAFE_INTEGER)
      if (hold === undefined) return { balance: await ledger.balance(owner), hold }
      try {
        const balance = await ledger.balance(owner)
        if (balance.microUsd + balance.microDiem >= hold.total) return { balance, hold }
        hold.release()
        return { balance, hold: undefined }
      } catch (error) {
        hold.release()
        throw error
      }
    },
  }
}

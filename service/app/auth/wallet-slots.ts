import { MAX_CONCURRENT_WALLET_REQUESTS } from '../../../contract/limits/sizes.ts'
import type { Leases } from '../limits/leases.ts'

/** Counts the requests that each wallet has open. */
export interface WalletSlots {
  /** Undefined when the wallet has as many as it may. Call the result when the response is over. */
  acquire(wallet: string): Promise<(() => void) | undefined>
}

/** Slots on leases. */
export function createWalletSlots(
  leases: Leases,
  most: number = MAX_CONCURRENT_WALLET_REQUESTS,
): WalletSlots {
  return {
    acquire: async (wallet) => {
      const lease = await leases.acquire(`slot ${wallet}`, 1, most)
      return lease && (() => lease.release())
    },
  }
}

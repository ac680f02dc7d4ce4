import { MAX_CONCURRENT_WALLET_REQUESTS } from '../../src/contract/limits/sizes.ts'

/** Counts the requests that each wallet has open. */
export interface WalletSlots {
  /** Takes one; undefined when the wallet has as many as it may. Call what it gives when the answer is over. */
  take(wallet: string): (() => void) | undefined
}

/** No request open yet. */
export function createWalletSlots(most: number = MAX_CONCURRENT_WALLET_REQUESTS): WalletSlots {
  const open = new Map<string, number>()
  return {
    take: (wallet) => {
      const count = open.get(wallet) ?? 0
      if (count >= most) return undefined
      open.set(wallet, count + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const left = (open.get(wallet) ?? 1) - 1
        if (left > 0) open.set(wallet, left)
        else open.delete(wallet)
      }
    },
  }
}

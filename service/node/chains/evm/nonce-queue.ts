import type { Hex } from 'viem'

import { RpcError } from '../json-rpc.ts'

interface Waiting {
  nonce: bigint
  hash: Hex
  raw: Hex
}

const MAX_AHEAD = 64n
const MAX_SENDERS = 256

/**
 * Transactions whose nonce is not their sender's next one yet: sent at once over several sockets,
 * they may arrive in any order. They wait in memory and are gone with the process.
 */
export function createNonceQueue() {
  const senders = new Map<string, Map<bigint, Waiting>>()
  return {
    has: (from: string, hash: Hex): boolean =>
      [...(senders.get(from)?.values() ?? [])].some((waiting) => waiting.hash === hash),
    /** @throws RpcError when the nonce is too far ahead or too many senders wait */
    add: (from: string, waiting: Waiting, next: bigint): void => {
      if (waiting.nonce > next + MAX_AHEAD || (!senders.has(from) && senders.size >= MAX_SENDERS))
        throw new RpcError(-32000, `nonce too high: next nonce ${next}, tx nonce ${waiting.nonce}`)
      const own = senders.get(from) ?? new Map<bigint, Waiting>()
      if (own.has(waiting.nonce)) throw new RpcError(-32000, 'replacement transaction underpriced')
      senders.set(from, own.set(waiting.nonce, waiting))
    },
    take: (from: string, nonce: bigint): Waiting | undefined => {
      const own = senders.get(from)
      const waiting = own?.get(nonce)
      own?.delete(nonce)
      if (own?.size === 0) senders.delete(from)
      return waiting
    },
  }
}

import { useStore } from 'zustand'

import type { LocalChains } from '../../core/client/connection/wallet-config.ts'
import { client } from '../../page/client.ts'
import { wallet } from '../../page/wallet/wallet.ts'

/** The networks of the local service while it is the API in use; null where there are none, undefined until known. */
export function useLocalChains(): LocalChains | null | undefined {
  const local = useStore(wallet.view, (view) => view.local)
  const isLocal = useStore(client.connections.store, (state) => state.connection?.kind === 'local')
  return isLocal || local === undefined ? local : null
}

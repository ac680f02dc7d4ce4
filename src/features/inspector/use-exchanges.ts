import { useSyncExternalStore } from 'react'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { pacedStore } from '../../core/inspector/paced-store.ts'
import { client } from '../../page/client.ts'

/** Nobody reads a growing list faster than ten times a second; every frame would cost five times as much. */
const view = pacedStore(client.exchanges.store, 100)

/** Every exchange that is kept, oldest first, with at most ten changes a second. */
export function useExchanges(): readonly Exchange[] {
  const { byId, order } = useSyncExternalStore(view.subscribe, view.getState)
  return order.flatMap((id) => byId[id] ?? [])
}

import { useSyncExternalStore } from 'react'

import { exchangeStore } from '../api/exchange-store.ts'
import type { Exchange } from '../api/exchange.ts'
import { pacedStore } from './paced-store.ts'

/** Ten times a second is as fast as a list of events can be read; every frame would cost five times as much. */
const view = pacedStore(exchangeStore, 100)

/** The exchange of that id, or the newest one; follows it with at most ten changes a second. */
export function useShownExchange(exchangeId: string | undefined): Exchange | undefined {
  return useSyncExternalStore(view.subscribe, () => {
    const { byId, order } = view.getState()
    const id = exchangeId ?? order.at(-1)
    return id === undefined ? undefined : byId[id]
  })
}

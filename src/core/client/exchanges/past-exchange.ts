import { exchangeStore } from './exchange-store.ts'
import type { Exchange } from './exchange.ts'

/**
 * Puts an exchange of the past among those of this page, by the time it was sent, so that the newest
 * stays the newest. One that is there already is replaced.
 */
export function addPastExchange(exchange: Exchange): void {
  exchangeStore.setState(({ byId, order }) => {
    const others = order.filter((id) => id !== exchange.id)
    const at = others.findIndex((id) => (byId[id]?.startedAt ?? 0) > exchange.startedAt)
    return {
      byId: { ...byId, [exchange.id]: exchange },
      order: others.toSpliced(at === -1 ? others.length : at, 0, exchange.id),
    }
  })
}

import { createStore } from 'zustand/vanilla'

import type { Exchange } from './exchange.ts'

interface ExchangeState {
  byId: Readonly<Record<string, Exchange>>
  /** Ids, newest last. */
  order: readonly string[]
}

/** This many exchanges are kept in memory. */
const KEPT = 60

/** Every exchange of this page since it was loaded. */
export const exchangeStore = createStore<ExchangeState>(() => ({ byId: {}, order: [] }))

/** Adds an exchange; the oldest one goes when there are too many. */
export function addExchange(exchange: Exchange): void {
  exchangeStore.setState(({ byId, order }) => {
    const nextOrder = [...order, exchange.id].slice(-KEPT)
    const kept = Object.fromEntries(nextOrder.flatMap((id) => (byId[id] ? [[id, byId[id]]] : [])))
    return { order: nextOrder, byId: { ...kept, [exchange.id]: exchange } }
  })
}

/** Changes an exchange that is still kept. */
export function updateExchange(id: string, change: (exchange: Exchange) => Exchange): void {
  exchangeStore.setState(({ byId }) => {
    const exchange = byId[id]
    return exchange === undefined ? {} : { byId: { ...byId, [id]: change(exchange) } }
  })
}

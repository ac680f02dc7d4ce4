import type { StoreApi } from 'zustand/vanilla'

import { createObservable } from '../observable.ts'
import type { World } from '../world.ts'
import type { Exchange } from './exchange.ts'

interface ExchangeState {
  byId: Readonly<Record<string, Exchange>>
  /** Ids, newest last. */
  order: readonly string[]
  /** When the last of those ended that are no longer there, Unix ms; 0 while all are. */
  droppedUntil: number
}

/** This many exchanges are kept in memory, and those under way. */
const MAX_EXCHANGES = 60

/** The requests seen since the page was loaded, and those opened from a file or the history. */
export interface Exchanges {
  store: StoreApi<ExchangeState>
  /** Adds an exchange; the oldest one that has ended goes when there are too many. */
  add(exchange: Exchange): void
  /** Changes an exchange that is still there. */
  update(id: string, change: (exchange: Exchange) => Exchange): void
  /**
   * Puts an exchange of the past among the others, by the time it was sent, so that the newest stays
   * the newest. One that is there already is replaced.
   */
  restore(exchange: Exchange): void
}

export function createExchanges({ report }: Pick<World, 'report'>): Exchanges {
  const store = createObservable<ExchangeState>({ byId: {}, order: [], droppedUntil: 0 }, report)
  return {
    store,
    add(exchange) {
      store.setState(({ byId, order, droppedUntil }) => {
        const ended = order.filter((id) => byId[id]?.outcome !== 'open')
        const dropped = new Set(ended.slice(0, Math.max(0, order.length + 1 - MAX_EXCHANGES)))
        return {
          order: [...order.filter((id) => !dropped.has(id)), exchange.id],
          byId: {
            ...Object.fromEntries(Object.entries(byId).filter(([id]) => !dropped.has(id))),
            [exchange.id]: exchange,
          },
          droppedUntil: Math.max(droppedUntil, ...[...dropped].map((id) => endOf(byId[id]))),
        }
      })
    },
    update(id, change) {
      store.setState(({ byId }) => {
        const exchange = byId[id]
        return exchange === undefined ? {} : { byId: { ...byId, [id]: change(exchange) } }
      })
    },
    restore(exchange) {
      store.setState(({ byId, order }) => {
        const others = order.filter((id) => id !== exchange.id)
        const at = others.findIndex((id) => (byId[id]?.startedAt ?? 0) > exchange.startedAt)
        return {
          byId: { ...byId, [exchange.id]: exchange },
          order: others.toSpliced(at === -1 ? others.length : at, 0, exchange.id),
        }
      })
    },
  }
}

function endOf(exchange: Exchange | undefined): number {
  return exchange === undefined ? 0 : exchange.startedAt + (exchange.timing.end ?? 0)
}

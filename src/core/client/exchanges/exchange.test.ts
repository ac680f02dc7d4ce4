import { expect, test } from 'vitest'

import { createExchanges, type Exchange } from './exchange.ts'

const exchange = (id: string, outcome: Exchange['outcome'], startedAt: number): Exchange => ({
  id,
  startedAt,
  providerName: 'vendor',
  background: false,
  request: { method: 'GET', url: 'https://a.example/m', path: '/m', headers: [], bytes: 0 },
  outcome,
  timing: outcome === 'open' ? {} : { end: 5 },
  headers: [],
  events: [],
  eventCount: 0,
  receipt: {},
})

test('what is under way stays, however many follow, and it is known until when others are gone', () => {
  const exchanges = createExchanges({ report: () => {} })
  const { store } = exchanges
  exchanges.add(exchange('stream', 'open', 0))
  for (let index = 1; index <= 59; index += 1)
    exchanges.add(exchange(`e${index}`, 'done', index * 10))
  expect(store.getState().droppedUntil).toBe(0)
  exchanges.add(exchange('e60', 'done', 600))
  exchanges.add(exchange('e61', 'done', 610))
  const { order, byId, droppedUntil } = store.getState()
  expect(order.slice(0, 2)).toEqual(['stream', 'e3'])
  expect(Object.keys(byId)).toHaveLength(60)
  expect(droppedUntil).toBe(25)
})

import { expect, test } from 'vitest'

import type { Exchange } from '../../client/exchanges/exchange.ts'
import { answered, written } from '../testing/records.ts'
import { latestRequest } from './runs.ts'

function exchange(id: string, given: Partial<Exchange> = {}): Exchange {
  return {
    id,
    startedAt: Number(id),
    providerName: 'vendor',
    background: false,
    request: { method: 'POST', url: 'http://a/b', path: '/b', headers: [], bytes: 0 },
    outcome: 'done',
    timing: {},
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
    ...given,
  }
}

function responseOf(exchangeId: string) {
  const message = answered({ content: 'Hello' })
  return { ...message, versions: message.versions.map((version) => ({ ...version, exchangeId })) }
}

test('the newest request that a person sent is followed', () => {
  const sent = [exchange('1'), exchange('2')]
  expect(latestRequest(sent, [])).toBe('2')
  const besides = [
    exchange('3', { background: true }),
    exchange('4', { protocol: 'mcp', cause: { exchangeId: '2' } }),
    exchange('5', { fromFile: true }),
    exchange('6', { fromHistory: true }),
  ]
  expect(latestRequest([...sent, ...besides], [responseOf('6')])).toBe('2')
})

test('behavior: after a reload the last response of the open chat is shown, nothing that the page asked for', () => {
  const models = exchange('1', { background: true })
  const messages = [
    responseOf('kept-1'),
    written({ role: 'user', content: 'Again' }),
    responseOf('kept-2'),
    written({ role: 'user', content: 'And again' }),
  ]
  expect(latestRequest([models], messages)).toBe('kept-2')
  expect(latestRequest([models], [])).toBeUndefined()
  expect(latestRequest([models, exchange('2')], messages)).toBe('2')
})

import { afterEach, expect, it, vi } from 'vitest'

import type { Exchange } from '../../client/exchanges/exchange.ts'
import { connectedAt } from './phases.ts'

const URL_SENT = 'http://127.0.0.1:4310/api/v1/models'

/** An exchange that was sent so many ms after the page began. */
function sentAt(ms: number): Exchange {
  return {
    id: 'a',
    startedAt: performance.timeOrigin + ms,
    providerName: 'vendor',
    background: false,
    request: { method: 'GET', url: URL_SENT, path: '/models', headers: [], bytes: 0 },
    outcome: 'done',
    timing: {},
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
  }
}

function timing(startTime: number, requestStart: number): PerformanceEntry {
  return Object.create(PerformanceResourceTiming.prototype, {
    startTime: { value: startTime },
    requestStart: { value: requestStart },
  }) as PerformanceEntry
}

function browserKeeps(...entries: PerformanceEntry[]) {
  return vi.spyOn(performance, 'getEntriesByName').mockReturnValue(entries)
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('tells when the connection stood, from the timing of the same address', () => {
  const asked = browserKeeps(timing(1010, 1045))
  expect(connectedAt(sentAt(1000))).toBe(35)
  expect(asked).toHaveBeenCalledWith(URL_SENT, 'resource')
})

it('takes the request that began when the exchange did, of several to one address', () => {
  browserKeeps(timing(100, 190), timing(1000, 1020), timing(5000, 5070))
  expect(connectedAt(sentAt(1001))).toBe(20)
})

it('knows nothing of a request that began at another time', () => {
  browserKeeps(timing(1100, 1120))
  expect(connectedAt(sentAt(1000))).toBeUndefined()
})

it('knows nothing where another origin hides its times, or where no such timing is kept', () => {
  browserKeeps(timing(1000, 0))
  expect(connectedAt(sentAt(1000))).toBeUndefined()
  browserKeeps({ startTime: 1000, requestStart: 1020 } as unknown as PerformanceEntry)
  expect(connectedAt(sentAt(1000))).toBeUndefined()
  browserKeeps()
  expect(connectedAt(sentAt(1000))).toBeUndefined()
})

it('is never before the request', () => {
  browserKeeps(timing(1000, 999))
  expect(connectedAt(sentAt(1000))).toBe(0)
})

it('knows nothing without an exchange or without a clock', () => {
  expect(connectedAt(undefined)).toBeUndefined()
  const exchange = sentAt(1000)
  vi.stubGlobal('performance', undefined)
  expect(connectedAt(exchange)).toBeUndefined()
})

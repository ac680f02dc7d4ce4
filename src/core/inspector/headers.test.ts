import { describe, expect, it } from 'vitest'

import type { Exchange } from '../client/exchanges/exchange.ts'
import { changeSinceBefore } from './headers.ts'

function exchange(id: string, startedAt: number, version: string, origin = 'http://a'): Exchange {
  return {
    id,
    startedAt,
    providerName: 'acme',
    background: false,
    request: {
      method: 'POST',
      url: `${origin}/api/v1/chat/completions`,
      path: '/chat/completions',
      headers: [],
      bytes: 0,
    },
    outcome: 'done',
    timing: {},
    headers: [['x-acme-version', version]],
    events: [],
    eventCount: 0,
    receipt: {},
  }
}

describe('changeSinceBefore', () => {
  const first = exchange('1', 1, '20260101.000000')
  const other = exchange('2', 2, '20250101.000000', 'http://b')
  const last = exchange('3', 3, '20260202.000000')

  it('compares with the run before at the same API', () => {
    expect(changeSinceBefore(last, [first, other, last])).toEqual({
      before: '20260101.000000',
      after: '20260202.000000',
    })
    expect(changeSinceBefore(first, [first, other, last])).toBeUndefined()
    expect(changeSinceBefore(other, [first, other, last])).toBeUndefined()
  })
})

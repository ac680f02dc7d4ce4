import { describe, expect, it } from 'vitest'

import type { Exchange } from '../../client/exchanges/exchange.ts'
import { daysLeft, deprecations, usersOf } from './deprecations.ts'
import { changeSinceBefore } from './service-version.ts'

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
      body: { model: 'old:enable_web_search=on' },
      bytes: 0,
    },
    outcome: 'done',
    timing: {},
    headers: [
      ['x-acme-version', version],
      ['x-acme-model-deprecation-date', '2026-12-01'],
    ],
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

describe('deprecations', () => {
  const models = [
    { id: 'old', model_spec: { deprecation: { date: '2026-12-01', replacementModelId: 'new' } } },
    { id: 'used', model_spec: { deprecation: { removesAt: '2027-01-01T00:00:00Z' } } },
    { id: 'unused', model_spec: { deprecation: { date: '2027-01-01' } } },
    { id: 'new', model_spec: { deprecation: null } },
  ]
  const users = [{ name: 'Preset A', model: 'used:enable_web_search=on' }]

  it('joins what headers and list say, and adds what something saved asks for', () => {
    expect(deprecations(exchange('1', 1, 'v'), models, users)).toEqual([
      { model: 'old', atMs: Date.UTC(2026, 11, 1), replacement: 'new' },
      { model: 'used', atMs: Date.UTC(2027, 0, 1) },
    ])
    expect(usersOf('used', users)).toEqual(users)
    expect(usersOf('old', users)).toEqual([])
  })

  it('counts days in words', () => {
    const day = 86_400_000
    expect(daysLeft(10 * day, 0)).toBe('10 days left')
    expect(daysLeft(day / 2, 0)).toBe('1 day left')
    expect(daysLeft(0, 0)).toBe('today')
    expect(daysLeft(0, 3 * day)).toBe('removed 3 days ago')
  })
})

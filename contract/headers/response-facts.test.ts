import { describe, expect, it } from 'vitest'

import type { HeaderList } from './header-list.ts'
import { balancesOf, readFailureReport, readRateLimit } from './response-facts.ts'

describe('readRateLimit', () => {
  it('reads both windows and the type in any letter case', () => {
    const headers = [
      ['X-RateLimit-Limit-Requests', '75'],
      ['x-ratelimit-remaining-requests', '74'],
      ['x-ratelimit-reset-requests', '1795177200'],
      ['x-ratelimit-limit-tokens', '750000'],
      ['x-ratelimit-remaining-tokens', '749000'],
      ['x-ratelimit-reset-tokens', '60'],
      ['x-ratelimit-type', 'api_key'],
    ] as const
    expect(readRateLimit(headers, 1_000)).toEqual({
      requests: { limit: 75, remaining: 74, resetAtMs: 1_795_177_200_000 },
      tokens: { limit: 750_000, remaining: 749_000, resetAtMs: 61_000 },
      type: 'api_key',
    })
  })

  it('leaves out what is absent or unreadable', () => {
    expect(readRateLimit([], 0)).toEqual({})
    expect(
      readRateLimit(
        [
          ['x-ratelimit-limit-requests', '-1'],
          ['x-ratelimit-remaining-tokens', '5'],
        ],
        0,
      ),
    ).toEqual({ tokens: { remaining: 5 } })
  })
})

const stream = ['Content-Type', 'text/event-stream; charset=utf-8'] as const
const json = ['content-type', 'application/json'] as const

describe('balancesOf', () => {
  it('tells a key the balance before the request, under the name of the provider', () => {
    const headers: HeaderList = [['x-acme-balance-usd', '10'], ['x-acme-balance-diem', '2'], stream]
    expect(balancesOf(headers, 'acme')).toEqual({ beforeUsd: '10', beforeDiem: '2' })
    expect(balancesOf(headers, 'vendor')).toEqual({})
  })

  it('tells a wallet the balance after the request, but of a stream the one before it', () => {
    const remaining = ['X-Balance-Remaining', '4.5'] as const
    expect(balancesOf([remaining, json], 'vendor')).toEqual({ afterUsd: '4.5' })
    expect(balancesOf([remaining, stream], 'vendor')).toEqual({ beforeUsd: '4.5' })
  })
})

const NOW = 1_780_000_000_000

it('reads what is left and until when, as Unix time in milliseconds or from now', () => {
  const read = (resets: string) =>
    readFailureReport(
      [
        ['x-ratelimit-remaining', '49'],
        ['x-ratelimit-resets', resets],
      ],
      NOW,
    )
  expect(read(String(NOW + 12_000))).toEqual({ remaining: 49, resetsAtMs: NOW + 12_000 })
  expect(read('12000')).toEqual({ remaining: 49, resetsAtMs: NOW + 12_000 })
  // No block lasts longer, whatever a clock says.
  expect(read(String(NOW + 9e9))).toEqual({ remaining: 49, resetsAtMs: NOW + 30_000 })
})

it('takes the requests that another API has left for no failures', () => {
  expect(readFailureReport([['x-ratelimit-remaining', '3']], NOW)).toBeUndefined()
  expect(readFailureReport([['x-ratelimit-resets', '3']], NOW)).toBeUndefined()
})

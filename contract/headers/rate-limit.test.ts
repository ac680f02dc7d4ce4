import { describe, expect, it } from 'vitest'

import { readRateLimit } from './rate-limit.ts'

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

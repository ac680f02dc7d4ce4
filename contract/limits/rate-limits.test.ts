import { describe, expect, it } from 'vitest'

import { rateLimitsOf, rateLimitsResponseSchema } from './rate-limits.ts'

const published = {
  data: {
    accessPermitted: true,
    apiTier: { id: 'paid', isCharged: true },
    balances: { USD: 50.23, DIEM: 100.02, BUNDLED_CREDITS: 25 },
    keyExpiration: null,
    nextEpochBegins: '2026-11-21T00:00:00.000Z',
    rateLimits: [
      {
        apiModelId: 'zai-org-glm-5-2',
        rateLimits: [
          { type: 'RPM', amount: 50 },
          { type: 'TPM', amount: 750_000 },
          { type: 'constructor', amount: 1 },
        ],
      },
    ],
  },
}

describe('rate limits of a key', () => {
  it('are read by model', () => {
    const response = rateLimitsResponseSchema.parse(published)
    expect(rateLimitsOf(response, 'zai-org-glm-5-2')).toEqual({
      requestsPerMinute: 50,
      tokensPerMinute: 750_000,
    })
    expect(rateLimitsOf(response, 'other')).toBeUndefined()
  })

  it('need nothing but the list', () => {
    expect(rateLimitsResponseSchema.safeParse({ data: { rateLimits: [] } }).success).toBe(true)
  })
})

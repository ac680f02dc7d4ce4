import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readServiceError } from '../../../contract/errors/read-service-error.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits/rate-limits.ts'
import { ABUSE_MESSAGE, FAILURE_BUDGET } from '../../../contract/limits/sizes.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { VENDOR_API_KEYS: 'other,another' } })
})
afterAll(() => service.stop())

describe('rate limits', () => {
  it('count down per tier and key, and answer 429 with the time of the reset', async () => {
    const { requestsPerMinute } = DEFAULT_LIMITS.text.L
    const headers = { Authorization: 'Bearer other' }
    const ask = () =>
      service.chat('/tokens 1', { model: 'sandbox-large', max_completion_tokens: 1 }, headers)
    const asked = Date.now()
    const first = await ask()
    const resetsAt = Number(first.headers.get('x-ratelimit-reset-requests')) * 1000
    expect(first.headers.get('x-ratelimit-limit-requests')).toBe(String(requestsPerMinute))
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe(String(requestsPerMinute - 1))
    expect(first.headers.get('x-ratelimit-limit-tokens')).toBe(
      String(DEFAULT_LIMITS.text.L.tokensPerMinute),
    )
    expect(Number(first.headers.get('x-ratelimit-reset-tokens'))).toBeLessThanOrEqual(60)
    expect(first.headers.get('x-ratelimit-type')).toBeNull()
    expect(resetsAt % 60_000).toBe(0)
    expect(resetsAt).toBeGreaterThanOrEqual(asked)

    // The window may turn in the middle; then a second run of requests is over the limit.
    let refused: Response | undefined
    for (let request = 0; request < 2 * requestsPerMinute + 2 && !refused; request += 1) {
      const response = await ask()
      if (response.status === 429) refused = response
    }
    expect(refused?.headers.get('x-ratelimit-type')).toBe('api_key')
    expect(refused?.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    expect((await service.chat('/tokens 1', { model: 'sandbox-large' })).status).toBe(200)
    expect((await service.chat('/tokens 1', {}, headers)).status).toBe(200)
  })
})

describe('the failure budget', () => {
  it('blocks a caller after more than 20 failures, and nobody else', async () => {
    const headers = { Authorization: 'Bearer another' }
    for (let failure = 0; failure <= FAILURE_BUDGET; failure += 1)
      expect((await service.chat('/fail 500', {}, headers)).status).toBe(500)
    const blocked = await service.chat('fine', {}, headers)
    const body: unknown = await blocked.json()
    expect(blocked.status).toBe(429)
    expect(body).toEqual({ error: ABUSE_MESSAGE })
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(25)
    expect(
      readServiceError({ status: 429, headers: [...blocked.headers], body, route: '' }).kind,
    ).toBe('abuse_blocked')
    expect((await service.call('/models', undefined, headers)).status).toBe(429)
    expect((await service.chat('/tokens 1')).status).toBe(200)
  })

  it('does not count requests that the client itself gave up', async () => {
    const gone = await startTestService()
    const giveUp = () =>
      fetch(`${gone.baseUrl}/chat/completions`, {
        method: 'POST',
        signal: AbortSignal.timeout(100),
        headers: { Authorization: `Bearer ${gone.apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          model: 'sandbox-fast',
          messages: [{ role: 'user', content: '/stall 20' }],
        }),
      }).catch(() => undefined)
    const statuses = () =>
      gone.log
        .map((line): { path?: string; status?: number } => JSON.parse(line))
        .filter(({ path }) => path?.endsWith('/completions'))
        .map(({ status }) => status)
    // On a busy machine a request may be given up before it arrives.
    while (statuses().length <= FAILURE_BUDGET)
      await Promise.all(Array.from({ length: 10 }, giveUp))
    expect(new Set(statuses())).toEqual(new Set([499]))
    expect((await gone.chat('/tokens 1')).status).toBe(200)
    await gone.stop()
  })
})

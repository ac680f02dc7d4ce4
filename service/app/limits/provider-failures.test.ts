import { afterAll, beforeAll, expect, it } from 'vitest'

import { FAILURE_BUDGET, PROVIDER_FAILURE_BUDGET } from '../../../contract/limits/sizes.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    flags: ['--like-provider'],
    env: { VENDOR_API_KEYS: 'a,b,c,d' },
  })
})
afterAll(() => service.stop())

const as = (key: string) => ({ Authorization: `Bearer ${key}` })
const left = (response: Response) => Number(response.headers.get('x-ratelimit-remaining'))

it('allows 50 failures for a key, a model and a user, and reports what is left', async () => {
  const fail = (more = {}) => service.chat('/fail 404', more, as('a'))
  for (let failure = 1; failure <= PROVIDER_FAILURE_BUDGET; failure += 1) {
    const response = await fail()
    expect([response.status, left(response)]).toEqual([404, PROVIDER_FAILURE_BUDGET - failure])
    expect(Number(response.headers.get('x-ratelimit-resets'))).toBeGreaterThan(Date.now())
  }
  expect((await fail()).status).toBe(404)
  const blocked = await fail()
  expect([blocked.status, left(blocked)]).toEqual([429, 0])
  expect(await blocked.json()).toMatchObject({ error: expect.stringMatching(/too many failed/i) })
  // Another user, model or key has a budget of its own.
  expect(left(await fail({ user: 'another' }))).toBe(PROVIDER_FAILURE_BUDGET - 1)
  expect(left(await fail({ model: 'sandbox-fast' }))).toBe(PROVIDER_FAILURE_BUDGET - 1)
  expect(left(await service.chat('/fail 404', {}, as('b')))).toBe(PROVIDER_FAILURE_BUDGET - 1)
})

it('does not count bad JSON, a wrong content type, 413, 429, and 402 without credentials', async () => {
  const send = (body: string, headers: Record<string, string>) =>
    fetch(`${service.baseUrl}/chat/completions`, { method: 'POST', body, headers })
  const json = { 'Content-Type': 'application/json' }
  const responses = [
    await send('{', { ...json, ...as('c') }),
    await send('{}', { 'Content-Type': 'text/plain', ...as('c') }),
    await send('{}', json),
  ]
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 402])
  expect(responses.map(left)).toEqual([50, 50, 50])
  for (const status of [413, 429])
    expect(left(await service.chat(`/fail ${status}`, {}, as('c')))).toBe(PROVIDER_FAILURE_BUDGET)
})

it('allows 200 requests for what a model lacks', async () => {
  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
  const messages = [{ role: 'user', content: [image] }]
  for (let failure = 0; failure <= 60; failure += 1) {
    const response = await service.chat('', { messages }, as('d'))
    expect(response.status).toBe(400)
    expect(left(response)).toBe(PROVIDER_FAILURE_BUDGET)
  }
  expect((await service.chat('/tokens 1', {}, as('d'))).status).toBe(200)
})

it('is 20 without reports where the service is as its reference says', async () => {
  const reference = await startTestService()
  for (let failure = 0; failure <= FAILURE_BUDGET; failure += 1) {
    const response = await reference.chat('/fail 404', failure % 2 ? { user: 'another' } : {})
    expect(response.status).toBe(404)
    expect(response.headers.get('x-ratelimit-remaining')).toBeNull()
  }
  expect((await reference.chat('hello', { model: 'sandbox-fast' })).status).toBe(429)
  await reference.stop()
})

import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { VENDOR_API_KEYS: 'second-key-0123456789abcdef' } })
})
afterAll(() => service.stop())

const draw = (key: string) =>
  service.call(
    '/image/generate',
    { prompt: 'a star', width: 64, height: 64 },
    { Authorization: `Bearer ${key}` },
  )

it('counts each kind of operation by itself, per key, and charges nothing beyond the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 21 }, () => draw(service.apiKey)))
  const statuses = answers.map(({ status }) => status)
  const late = answers.find(({ status }) => status === 429)
  // A minute may end between two of them.
  if (late !== undefined) {
    expect(late.headers.get('x-ratelimit-type')).toBe('api_key')
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const usage = await service.call('/billing/usage')
  expect(usage.headers.get('x-pagination-total')).toBe(
    String(statuses.filter((status) => status === 200).length),
  )
  expect((await draw('second-key-0123456789abcdef')).status).toBe(200)
  const other = await service.call('/embeddings', { model: 'sandbox-embedding', input: 'x' })
  expect(other.status).toBe(200)
})

it.each([
  '/embeddings',
  '/image/generate',
  '/images/generations',
  '/audio/speech',
  '/audio/transcriptions',
])('POST %s asks for credentials before anything else', async (path) => {
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers })).status
  expect(await status({})).toBe(402)
  expect(await status({ Authorization: 'Bearer wrong' })).toBe(401)
})

it('compresses JSON where it is accepted, and carries the headers of every answer', async () => {
  const response = await service.call(
    '/embeddings',
    { model: 'sandbox-embedding', input: 'one', encoding_format: 'float' },
    { 'Accept-Encoding': 'br' },
  )
  expect(response.headers.get('content-encoding')).toBe('br')
  for (const name of ['CF-RAY', 'x-vendor-version', 'Date', 'x-vendor-balance-diem'])
    expect(response.headers.get(name), name).not.toBeNull()
})

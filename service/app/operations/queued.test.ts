import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { readWav } from '../../../contract/media/wav.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ flags: ['--tier', 'partner'] })
})
afterAll(() => service.stop())

// Only the clock: timers of the server go on.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(service.baseUrl + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${service.apiKey}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
const read = async (response: Response) => (await response.json()) as Record<string, unknown>
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const charges = async () => {
  const { data } = (await read(await service.call('/billing/usage?limit=500'))) as {
    data: { sku: string; amount: number }[]
  }
  return data.filter(({ sku }) => sku === 'sandbox-video' || sku === 'sandbox-music')
}
const balance = async () => {
  const { data } = await read(await service.call('/api_keys/rate_limits'))
  return (data as { balances: { USD: number } }).balances.USD
}

describe('queued jobs', () => {
  it('a video is queued and charged once, processed, returned as a file, and deleted', async () => {
    const before = (await charges()).length
    const queued = await read(await post('/video/queue', { prompt: 'A ball' }))
    expect(queued).toEqual({ model: 'sandbox-video', queue_id: expect.any(String) as unknown })
    const body = { queue_id: queued['queue_id'] }
    expect(await read(await post('/video/retrieve', body))).toMatchObject({
      status: 'PROCESSING',
      average_execution_time: 5000,
    })
    later(5000)
    const ready = await post('/video/retrieve', body)
    expect(ready.headers.get('content-type')).toBe('video/webm')
    expect(ready.headers.get('x-ratelimit-limit-requests')).toBe('120')
    const bytes = new Uint8Array(await ready.arrayBuffer())
    expect([...bytes.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3])
    expect((await charges()).slice(0, -before || undefined)).toMatchObject([
      { sku: 'sandbox-video', amount: -0.05 },
    ])
    expect(await read(await post('/video/complete', body))).toEqual({ success: true })
    expect((await post('/video/retrieve', body)).status).toBe(404)
  })

  it('audio is as long as its prompt', async () => {
    const { queue_id } = await read(await post('/audio/queue', { prompt: 'abcde' }))
    later(5000)
    const ready = await post('/audio/retrieve', { queue_id })
    expect(readWav(new Uint8Array(await ready.arrayBuffer()))?.seconds).toBeCloseTo(0.2, 3)
  })

  it('the same Idempotency-Key returns the same job and charges nothing more', async () => {
    const queue = () => post('/video/queue', { prompt: 'x' }, { 'Idempotency-Key': 'key-1' })
    const before = (await charges()).length
    const all = await Promise.all([queue(), queue()])
    const [first, second] = [await read(all[0]), await read(all[1])]
    expect(second).toEqual(first)
    expect(await read(await queue())).toEqual(first)
    expect((await charges()).length).toBe(before + 1)
  })

  it('a job that fails is refunded once', async () => {
    const before = await balance()
    const { queue_id } = await read(await post('/video/queue', { prompt: '/fail' }))
    expect(await balance()).toBeCloseTo(before - 0.05, 6)
    later(5000)
    for (const _ of [1, 2])
      expect(await read(await post('/video/retrieve', { queue_id }))).toMatchObject({
        status: 'FAILED',
      })
    expect(await balance()).toBeCloseTo(before, 6)
  })

  it('a job that is unknown is 404, and a body without an ID 400', async () => {
    expect((await post('/audio/retrieve', { queue_id: 'x' })).status).toBe(404)
    expect((await post('/video/complete', {})).status).toBe(400)
    expect((await post('/video/queue', { prompt: 'x', model: 'sandbox-chat' })).status).toBe(400)
  })

  it('another account can neither retrieve nor delete it', async () => {
    const { queue_id } = await read(await post('/video/queue', { prompt: 'x' }))
    const response = await fetch(`${service.baseUrl}/video/complete`, {
      method: 'POST',
      headers: { Authorization: 'Bearer other', 'Content-Type': 'application/json' },
      body: JSON.stringify({ queue_id }),
    })
    expect(response.status).toBe(401)
    expect(await read(await post('/video/retrieve', { queue_id }))).toMatchObject({
      status: 'PROCESSING',
    })
  })
})

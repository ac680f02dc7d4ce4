import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ChatCompletion } from '../../../contract/chat/response.ts'
import { balancesOf } from '../../../contract/headers/response-facts.ts'
import type { RateLimitsResponse } from '../../../contract/limits/rate-limits.ts'
import { readyHuman } from '../../node/printed.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ flags: ['--like-provider'] })
})
afterAll(() => service.stop())

const as = (label: string) => ({ Authorization: `Bearer ${service.apiKey}-${label}` })

async function balances(label: string) {
  const response = await service.call('/api_keys/rate_limits', undefined, as(label))
  const { data }: RateLimitsResponse = await response.json()
  return data.balances
}

describe('a key that pays in DIEM', () => {
  it('is charged in DIEM, and cost, headers and limits say so', async () => {
    const before = await balances('diem')
    expect(before).toEqual({ USD: 1, DIEM: 5 })
    const response = await service.chat('/tokens 100', {}, as('diem'))
    expect(balancesOf([...response.headers], 'vendor')).toEqual({
      beforeUsd: '1.000000',
      beforeDiem: '5.000000',
    })
    const { cost }: ChatCompletion = await response.json()
    expect(cost?.usd).toBe(0)
    expect(cost?.diem).toBeGreaterThan(0)
    const after = await balances('diem')
    expect(after?.['USD']).toBe(1)
    expect(after?.['DIEM']).toBeCloseTo(5 - (cost?.diem ?? 0), 9)
    const streamed = await service.chat('/tokens 100', { stream: true }, as('diem'))
    expect(await streamed.text()).toMatch(/"cost":\{"usd":0,"diem":0\.0/)
  })

  it('pays images in it too', async () => {
    const { DIEM = 0 } = (await balances('diem')) ?? {}
    const image = { model: 'sandbox-image', prompt: 'A tree' }
    expect((await service.call('/image/generate', image, as('diem'))).status).toBe(200)
    const after = await balances('diem')
    expect(after?.['USD']).toBe(1)
    expect(after?.['DIEM']).toBeCloseTo(Number(DIEM) - 0.01, 9)
  })

  it('is refunded in it', async () => {
    const before = await balances('diem')
    const queue = { prompt: '/fail' }
    const queued = await service.call('/video/queue', queue, as('diem'))
    const { queue_id }: { queue_id: string } = await queued.json()
    expect(await balances('diem')).not.toEqual(before)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
    const failed = await service.call('/video/retrieve', { queue_id }, as('diem'))
    vi.useRealTimers()
    expect(await failed.json()).toMatchObject({ status: 'FAILED' })
    expect(await balances('diem')).toEqual(before)
  })
})

describe('a key with a spend limit', () => {
  it('may spend no more, as its balances say, and is refused in words alone', async () => {
    expect(await balances('limited')).toEqual({ USD: 0.05, DIEM: 0 })
    const more = { model: 'sandbox-large', max_completion_tokens: 16_000 }
    const refused = await service.chat('Hi', more, as('limited'))
    expect(refused.status).toBe(402)
    expect(await refused.json()).toEqual({ error: 'API key USD spend limit exceeded' })
  })

  it('is told apart from an account without credit', async () => {
    const more = { model: 'sandbox-large', n: 16, max_completion_tokens: 60_000 }
    const refused = await service.chat('Hi', more)
    expect(refused.status).toBe(402)
    const body: unknown = await refused.json()
    expect(body).toEqual({ error: expect.stringMatching(/^Insufficient USD or Diem balance/) })
  })
})

describe('a key of private models', () => {
  it('sees and uses no others', async () => {
    const ids = async (headers: Record<string, string>) => {
      const response = await service.call('/models', undefined, headers)
      const { data }: { data: { id: string }[] } = await response.json()
      return data.map(({ id }) => id)
    }
    expect(await ids({})).toContain('sandbox-large')
    expect(await ids(as('private'))).not.toContain('sandbox-large')
    expect(await ids(as('private'))).toContain('sandbox-chat')
    const refused = await service.chat('Hi', { model: 'sandbox-large' }, as('private'))
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual({ error: 'This API key is restricted to private models.' })
    expect((await service.chat('/tokens 1', {}, as('private'))).status).toBe(200)
  })
})

describe('these keys', () => {
  it('are named at the start', () => {
    expect(readyHuman(service)).toMatch(/More API keys: .*-diem \(pays in DIEM first\)/)
  })

  it('are there only where the service is like the real one', async () => {
    const reference = await startTestService()
    const headers = { Authorization: `Bearer ${reference.apiKey}-diem` }
    expect((await reference.chat('Hi', {}, headers)).status).toBe(401)
    expect(readyHuman(reference)).not.toContain('More API keys')
    await reference.stop()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  for (const model of ['sandbox-chat', 'sandbox-fast', 'sandbox-large'])
    await (await service.chat('/tokens 3', { model })).text()
})
afterAll(() => service.stop())

async function list(query = '') {
  const response = await service.call(`/billing/usage${query}`)
  const body = (await response.json()) as { data: JsonObject[]; pagination: JsonObject }
  return { ...body, response, skus: body.data?.map(({ sku }) => sku) }
}

describe('GET /billing/usage', () => {
  it('lists every charge of the key, newest first, as the ledger has it', async () => {
    const { data, skus } = await list()
    expect(skus).toEqual(['sandbox-large', 'sandbox-fast', 'sandbox-chat'])
    for (const charge of data) {
      expect(charge).toMatchObject({
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        units: 1,
        currency: 'USD',
        inferenceDetails: { requestId: expect.any(String), completionTokens: 3 },
      })
      expect(charge['amount']).toBe(-Number(charge['pricePerUnitUsd']))
    }
    const before = 10_000_000
    const limits: unknown = await (await service.call('/api_keys/rate_limits')).json()
    const balances = Reflect.get(Object(Reflect.get(Object(limits), 'data')), 'balances')
    const spent = data.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1e6), 0)
    expect(isJsonObject(balances) && Math.round(Number(balances['USD']) * 1e6)).toBe(before + spent)
  })

  it('comes in pages, with every pagination header', async () => {
    const { skus, pagination, response } = await list('?limit=2&page=2&sortOrder=asc')
    expect(skus).toEqual(['sandbox-large'])
    expect(pagination).toEqual({ limit: 2, page: 2, total: 3, totalPages: 2 })
    const names = ['limit', 'page', 'total', 'total-pages']
    expect(names.map((name) => response.headers.get(`x-pagination-${name}`))).toEqual([
      '2',
      '2',
      '3',
      '2',
    ])
    expect((await list('?page=9')).data).toEqual([])
  })

  it('takes days, moments and a currency', async () => {
    const today = new Date().toISOString().slice(0, 10)
    expect((await list(`?startDate=${today}&endDate=${today}`)).data).toHaveLength(3)
    expect((await list('?endDate=2020-01-01')).data).toEqual([])
    expect((await list('?startDate=2999-01-01T00:00:00Z')).data).toEqual([])
    expect((await list('?currency=USD')).data).toHaveLength(3)
    expect((await list('?currency=DIEM')).pagination).toMatchObject({ total: 0, totalPages: 0 })
  })

  it('is a CSV file when that is accepted', async () => {
    const response = await service.call('/billing/usage?limit=1', undefined, { Accept: 'text/csv' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('billing-usage.csv')
    expect(response.headers.get('x-pagination-total')).toBe('3')
    const [names, charge, end] = (await response.text()).split('\r\n')
    expect(names?.startsWith('timestamp,sku,')).toBe(true)
    expect(charge).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,sandbox-large,0\.\d+,1,-0\.\d+,USD,/)
    expect(end).toBe('')
  })

  it.each([
    'limit=0',
    'limit=501',
    'page=0',
    'page=x',
    'currency=EUR',
    'startDate=soon',
    'startDate=2026-13-45',
    'sortOrder=up',
    'startDate=2026-02-02&endDate=2026-02-01',
  ])('answers 400 for %s', async (query) => {
    const response = await service.call(`/billing/usage?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ issues: [{ message: expect.any(String) }] })
  })

  it('needs an API key', async () => {
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${service.baseUrl}/billing/usage`, { headers })).status
    expect(await status({})).toBe(402)
    expect(await status({ Authorization: 'Bearer wrong' })).toBe(401)
  })
})

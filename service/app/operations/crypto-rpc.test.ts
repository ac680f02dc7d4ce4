import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const call = (body: unknown, network = 'base-sepolia') =>
  service.call(`/crypto/rpc/${network}`, body)
const request = (method: string, params: unknown[] = [], id: number | 'none' = 1) => ({
  jsonrpc: '2.0',
  method,
  params,
  ...(id === 'none' ? {} : { id }),
})
const spent = async () => {
  const body: unknown = await (await service.call('/billing/usage?sortOrder=asc')).json()
  const data: unknown = Reflect.get(Object(body), 'data')
  return Array.isArray(data)
    ? data.map((charge): unknown => Reflect.get(Object(charge), 'pricePerUnitUsd'))
    : []
}

describe('GET /crypto/rpc/networks', () => {
  it('lists networks and methods without credentials', async () => {
    const response = await fetch(`${service.baseUrl}/crypto/rpc/networks`)
    expect(await response.json()).toMatchObject({
      networks: ['base-sepolia', 'solana-devnet'],
      data: [
        {
          chain: 'eip155:84532',
          methods: expect.arrayContaining([expect.objectContaining({ method: 'eth_call' })]),
        },
        { network: 'solana-devnet', test: true },
      ],
    })
  })

  it('lists only methods that the chains have', async () => {
    const { data } = (await (await service.call('/crypto/rpc/networks')).json()) as {
      data: { network: string; methods: { method: string }[] }[]
    }
    for (const { network, methods } of data) {
      const batch = methods.map(({ method }, id) => request(method, [], id))
      const answers = (await (await call(batch, network)).json()) as { error?: { code: number } }[]
      expect(answers).toHaveLength(methods.length)
      expect(answers.filter(({ error }) => error?.code === -32601)).toEqual([])
    }
  })
})

describe('POST /crypto/rpc/{network}', () => {
  it('answers from the chain, and bills each method', async () => {
    const before = await spent()
    const response = await call(request('eth_chainId'))
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x14a34' })
    expect(response.headers.get('x-vendor-balance-usd')).toMatch(/^\d+\.\d{6}$/)
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('100')
    const solana = await call(request('getHealth'), 'solana-devnet')
    expect(await solana.json()).toMatchObject({ result: 'ok' })
    expect((await spent()).slice(before.length)).toEqual([0.000_02, 0.000_02])
  })

  it('answers a batch in order, with an error for what is not passed on, which costs nothing', async () => {
    const before = await spent()
    const batch = [
      request('eth_chainId', [], 7),
      request('evm_mine', [], 8),
      request('eth_gasPrice', [], 'none'),
      request('eth_getBalance', [`0x${'0'.repeat(40)}`, 'latest'], 9),
    ]
    expect(await (await call(batch)).json()).toMatchObject([
      { id: 7, result: '0x14a34' },
      { id: 8, error: { code: -32601 } },
      { id: 9, result: expect.stringMatching(/^0x/) },
    ])
    expect((await spent()).slice(before.length)).toEqual([0.000_06])
    expect(
      await (await call(request('requestAirdrop', ['x', 1]), 'solana-devnet')).json(),
    ).toMatchObject({ error: { code: -32601 } })
    expect((await spent()).length).toBe(before.length + 1)
  })

  it('says nothing to notifications', async () => {
    expect((await call([request('eth_chainId', [], 'none')])).status).toBe(204)
  })

  it.each([
    [[], 400],
    [[1], 400],
    [{ method: 'eth_chainId' }, 400],
    [{ jsonrpc: '2.0', id: 1 }, 400],
    [Array.from({ length: 101 }, () => request('eth_chainId')), 400],
  ])('refuses %j with %s', async (body, status) => {
    expect((await call(body)).status).toBe(status)
  })

  it('knows no other network, and nobody without credentials', async () => {
    expect((await call(request('eth_chainId'), 'ethereum-mainnet')).status).toBe(404)
    const anonymous = await fetch(`${service.baseUrl}/crypto/rpc/base-sepolia`, { method: 'POST' })
    expect(anonymous.status).toBe(402)
  })
})

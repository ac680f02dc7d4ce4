import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FAILURE_BUDGET, MAX_CONCURRENT_WALLET_REQUESTS } from '../../contract/limits/sizes.ts'
import { builtService } from '../testing/built-service.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { startRedis } from '../testing/redis-server.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { evmWallet, signInHeaders } from '../testing/test-wallets.ts'
import { newAuthorization, PAY_TO, paymentHeaders } from './payments/testing/signed-payment.ts'
import {
  startStandInFacilitator,
  type StandInFacilitator,
} from './payments/testing/stand-in-facilitator.ts'

const KEYS = ['spends', 'races', 'fails'].map((name) => `${name}-${randomBytes(8).toString('hex')}`)
const [SPENDS = '', RACES = '', FAILS = ''] = KEYS
/** What a sign-in names: a name that both processes have. */
const ORIGIN = 'http://127.0.0.1'

const postgres = await startPostgres()
const redis = await startRedis()
const built = builtService()
afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop()])
})

describe.skipIf(!(postgres && redis))('two processes on one database', () => {
  const processes: ServiceProcess[] = []
  let facilitator: StandInFacilitator
  let env: Record<string, string> = {}
  const start = async (name: string) => {
    const flags = ['--data', join(built.folder(), name), '--trust-proxy']
    const started = await startServiceProcess(built.entry(), flags, env)
    processes.push(started)
    return started
  }
  const at = (index: number) => {
    const found = processes[index % 2]
    if (found === undefined) throw new Error('Two processes were started')
    return found
  }
  beforeAll(async () => {
    if (!postgres || !redis) return
    facilitator = await startStandInFacilitator(100)
    env = {
      DATABASE_URL: await postgres.newDatabase(),
      REDIS_URL: redis.url,
      VENDOR_API_KEYS: KEYS.join(','),
      VENDOR_FACILITATOR_URL: facilitator.url,
      VENDOR_PAY_TO_EVM: PAY_TO,
      HOME: built.folder(),
    }
    // Both at once: they take turns at the migrations.
    await Promise.all([start('one'), start('two')])
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.kill()))
    await facilitator.stop()
  })

  const chat = (index: number, key: string, content: string, more: object = {}) =>
    fetch(`${at(index).baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'sandbox-chat',
        messages: [{ role: 'user', content }],
        ...more,
      }),
    })
  const balanceOf = async (index: number, key: string) => {
    const answer = await fetch(`${at(index).baseUrl}/api_keys/rate_limits`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const body: { data: { balances: { USD: number } } } = await answer.json()
    return body.data.balances.USD
  }
  let callers = 0
  /** Each from an address of its own: one address may not top up so often. */
  const topUp = (index: number, headers: Record<string, string>) =>
    fetch(`${at(index).baseUrl}/x402/top-up`, {
      method: 'POST',
      headers: { ...headers, 'X-Forwarded-For': `203.0.113.9, 198.51.100.${(callers += 1)}` },
    })

  it('know each other’s keys, and charge the same credit', async () => {
    for (const index of [0, 1])
      expect((await chat(index, at(1).apiKey, '/tokens 1')).status).toBe(200)
    const costs = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const body: { cost: { usd: number } } = await (
          await chat(index, SPENDS, '/tokens 500')
        ).json()
        return body.cost.usd
      }),
    )
    const spent = costs.reduce((sum, cost) => sum + cost, 0)
    expect(await balanceOf(0, SPENDS)).toBeCloseTo(10 - spent, 6)
    expect(await balanceOf(1, SPENDS)).toBeCloseTo(10 - spent, 6)
  })

  it('set aside the same dollar once', async () => {
    // Each may cost more than half of the credit.
    const most = { model: 'sandbox-large', max_completion_tokens: 65_536, n: 6, stream: true }
    const held = await Promise.all(
      Array.from({ length: 8 }, (_, index) => chat(index, RACES, '/tokens 100 /rate 1', most)),
    )
    const statuses = held.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.filter((status) => status === 402).length).toBeGreaterThanOrEqual(7)
    await Promise.all(held.map(async (one) => one.body?.cancel()))
    await expect.poll(() => balanceOf(0, RACES)).toBeGreaterThan(9)
  })

  it('credit one payment once, however often and to whichever it is sent', async () => {
    for (let round = 0; round < 3; round += 1) {
      const auth = newAuthorization()
      const send = () =>
        Promise.all(
          Array.from({ length: 32 }, (_, index) => topUp(index, paymentHeaders(auth, index >> 1))),
        )
      const statuses = (await send()).map(({ status }) => status)
      expect(statuses.filter((status) => status !== 409)).toEqual(
        statuses.flatMap((status) => (status === 409 ? [] : [200])),
      )
      expect(statuses).toContain(200)
      const bodies = await Promise.all((await send()).map((one) => one.text()))
      expect(new Set(bodies).size).toBe(1)
      expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ data: { newBalance: 5 } })
      expect(facilitator.transfers.size).toBe(round + 1)
    }
  })

  it('let another carry a payment on when the one that had it dies', async () => {
    const victim = await startServiceProcess(
      built.entry(),
      ['--data', join(built.folder(), 'victim'), '--trust-proxy'],
      env,
    )
    const auth = newAuthorization()
    const before = facilitator.transfers.size
    const resume = facilitator.pause()
    const lost = fetch(`${victim.baseUrl}/x402/top-up`, {
      method: 'POST',
      headers: paymentHeaders(auth, 0),
    }).catch(() => undefined)
    await expect.poll(() => facilitator.waiting).toBe(1)
    expect((await topUp(0, paymentHeaders(auth, 1))).status).toBe(409)
    await victim.kill()
    await lost
    resume()
    await expect
      .poll(() => topUp(1, paymentHeaders(auth, 2)).then(({ status }) => status))
      .toBe(200)
    expect(facilitator.transfers.size).toBe(before + 1)
  })

  it('take a sign-in once, and five requests of a wallet together', async () => {
    const wallet = evmWallet()
    expect((await topUp(0, paymentHeaders(newAuthorization(wallet.address), 0))).status).toBe(200)
    const headers = await signInHeaders(wallet, ORIGIN)
    const path = `/x402/balance/${wallet.address}`
    const twice = await Promise.all(
      [0, 1].map((index) => fetch(`${at(index).baseUrl}${path}`, { headers })),
    )
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])

    const open = await Promise.all(
      Array.from({ length: MAX_CONCURRENT_WALLET_REQUESTS + 3 }, async (_, index) =>
        fetch(`${at(index).baseUrl}/chat/completions`, {
          method: 'POST',
          headers: { ...(await signInHeaders(wallet, ORIGIN)), 'Content-Type': 'application/json' },
          body: JSON.stringify({
            model: 'sandbox-chat',
            stream: true,
            max_completion_tokens: 100,
            messages: [{ role: 'user', content: '/tokens 100 /rate 5' }],
          }),
        }),
      ),
    )
    const statuses = open.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_CONCURRENT_WALLET_REQUESTS)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    await Promise.all(open.map(async (one) => one.body?.cancel()))
  })

  it('count a key’s failures together', async () => {
    for (let failure = 0; failure <= FAILURE_BUDGET; failure += 1)
      expect((await chat(failure, FAILS, '/fail 503')).status).toBe(503)
    for (const index of [0, 1]) expect((await chat(index, FAILS, 'x')).status).toBe(429)
  })

  it('say when they end, while the other goes on', async () => {
    const third = await start('three')
    expect((await fetch(`${third.origin}/health`)).status).toBe(200)
    expect(await third.stop()).toBe(0)
    expect(await (await fetch(`${at(0).origin}/health`)).json()).toEqual({ status: 'ok' })
  })
})

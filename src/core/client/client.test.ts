import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { readSpendLog } from '../../../contract/limits/spend-log.ts'
import { failureBudgetOf } from './admission/failure-budget.ts'
import { createSharedStorage } from './admission/shared-storage.ts'
import { spendLimitsOf } from './admission/spend-limits.ts'
import { json } from './body/response-body.ts'
import { readBaseUrl } from './connection/base-url.ts'
import { apiKeyCredential, type CredentialSource } from './connection/credential.ts'
import type { Exchange } from './exchanges/exchange.ts'
import { createObservable } from './observable.ts'
import { request } from './request.ts'
import { BASE_URL, fakeClient, jsonResponse, keyConnection } from './testing/fake-world.ts'

const never = new AbortController().signal
const read = json((value) => value, 'JSON')
const ORIGIN = new URL(BASE_URL).origin

const walletOf = (label: string): CredentialSource => ({
  kind: 'wallet',
  label,
  origin: ORIGIN,
  authorize: () => Promise.resolve([]),
})

describe('connections', () => {
  test('the local service is connected to only where there is one', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    const { connections } = client
    connections.store.setState({ connection: undefined })
    connections.connectLocal()
    expect(connections.store.getState().connection).toBeUndefined()
    connections.store.setState({
      config: { mode: 'local', baseUrl: BASE_URL, apiKey: 'k', providerName: 'v', apiOrigins: [] },
    })
    connections.connectLocal()
    expect(connections.store.getState().connection).toMatchObject({
      kind: 'local',
      credential: { label: 'key ••k' },
    })
  })

  test('an API without a key has no credential', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    client.connections.connectRemote({
      id: 'other',
      name: 'Other',
      baseUrl: BASE_URL,
      providerName: 'v',
    })
    const { connection } = client.connections.store.getState()
    expect(connection).toMatchObject({ kind: 'remote', baseUrl: BASE_URL })
    expect(connection?.credential).toBeUndefined()
  })

  test('a wallet pays until it goes, and then the key again', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    const { connections } = client
    const label = () => connections.store.getState().connection?.credential?.label
    connections.connectRemote(
      { id: 'other', name: 'Other', baseUrl: BASE_URL, providerName: 'v' },
      apiKeyCredential('sk-12345678', new URL(BASE_URL).origin),
    )
    connections.restorePaymentMethod()
    expect(label()).toBe('key ••5678')
    connections.payWithWallet(walletOf('one'))
    connections.payWithWallet(walletOf('two'))
    expect(label()).toBe('two')
    connections.restorePaymentMethod()
    expect(label()).toBe('key ••5678')
  })

  test('a key never comes back for another API', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    const { connections } = client
    connections.connectRemote(
      { id: 'other', name: 'Other', baseUrl: BASE_URL, providerName: 'v' },
      apiKeyCredential('sk-12345678', new URL(BASE_URL).origin),
    )
    connections.payWithWallet(walletOf('one'))
    const { connection } = connections.store.getState()
    if (connection === undefined) throw new Error('not connected')
    connections.store.setState({ connection: { ...connection, baseUrl: 'https://b.example/v1' } })
    connections.restorePaymentMethod()
    expect(connections.store.getState().connection?.credential).toBeUndefined()
  })

  test('without a connection no wallet pays', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    client.connections.store.setState({ connection: undefined })
    client.connections.payWithWallet(walletOf('one'))
    expect(client.connections.store.getState().connection).toBeUndefined()
  })

  test.for([
    ['ftp://x.example', false],
    ['x.example', false],
    ['https://user:pw@x.example/v1', false],
    ['https://x.example/v1?key=1', false],
    ['http://x.example/v1', false],
    ['http://127.0.0.1:11434/v1', true],
    ['http://[::1]:8000/v1', true],
    [' https://x.example/v1// ', true],
  ] as const)('the base URL %s', ([text, ok]) => {
    expect(readBaseUrl(text).ok).toBe(ok)
  })

  test('a key is masked where it is found', () => {
    const credential = apiKeyCredential('sk-12345678', ORIGIN)
    expect(credential.withoutSecret?.('my sk-12345678')).toBe('my <redacted 11 chars>')
  })
})

describe('accounts', () => {
  test('what is heard for a connection goes with it', async () => {
    const { client, connection } = fakeClient(() =>
      jsonResponse(
        {},
        { headers: { 'x-balance-remaining': '2.5', 'x-ratelimit-limit-requests': '5' } },
      ),
    )
    await request(client, connection, { method: 'GET', path: '/x' }, { signal: never, read })
    expect(client.accounts.current.getState()).toMatchObject({
      balanceMicroUsd: 2_500_000,
      rateLimit: { requests: { limit: 5 } },
    })
    client.connections.connectRemote(
      { id: 'other', name: 'Other', baseUrl: BASE_URL, providerName: 'v' },
      apiKeyCredential('other', new URL(BASE_URL).origin),
    )
    expect(client.accounts.current.getState()).toEqual({ rateLimit: {}, reservedMicroUsd: 0 })
    client.accounts.recordBalance(connection, 1)
    expect(client.accounts.current.getState().balanceMicroUsd).toBeUndefined()
  })

  test('a change of the connection that is none keeps them', () => {
    const { client, connection } = fakeClient(() => jsonResponse({}))
    client.accounts.recordBalance(connection, 7)
    client.connections.store.setState({ connection: { ...connection } })
    expect(client.accounts.current.getState().balanceMicroUsd).toBe(7)
  })
})

describe('the failure budget', () => {
  test('after twenty failures nothing leaves before the service forgets them', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}, { status: 500 }))
    const call = { method: 'GET', path: '/x' } as const
    for (let failed = 0; failed < 20; failed += 1)
      await request(client, connection, call, { signal: never, read })
    const refused = await request(client, connection, call, { signal: never, read })
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'paused' } })
    expect(world.sent).toHaveLength(20)
    world.advance(40_000)
    await request(client, connection, call, { signal: never, read })
    expect(world.sent).toHaveLength(21)
  })

  test('is for each model, and as large as its headers report, where there are any', async () => {
    const { client, world, connection } = fakeClient(() => {
      world.advance(1)
      const left = String(50 - world.sent.length)
      const headers = { 'x-ratelimit-remaining': left, 'x-ratelimit-resets': '30000' }
      return jsonResponse({}, { status: 500, headers })
    })
    const ask = (model: string) => {
      world.advance(1)
      const call = { method: 'POST', path: '/x', body: { model } } as const
      return request(client, connection, call, { signal: never, read })
    }
    for (let failed = 0; failed < 50; failed += 1) await ask('small')
    expect(world.sent).toHaveLength(50)
    const refused = await ask('small')
    expect(world.sent).toHaveLength(50)
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'paused', left: 0 } })
    await ask('large')
    expect(world.sent).toHaveLength(51)
  })

  test('a stream that began well holds no place while it goes on', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({}))
    let during: unknown
    await request(
      client,
      connection,
      { method: 'GET', path: '/x' },
      {
        signal: never,
        read: () => {
          during = failureBudgetOf(client).log.getState().log?.open
          return Promise.resolve({ ok: true, value: undefined })
        },
      },
    )
    expect(during).toEqual([])
  })

  test('the message that everything is blocked blocks', async () => {
    const message = 'Too many failed attempts occurred. Please wait 30s.'
    const { client, world, connection } = fakeClient(() =>
      jsonResponse({ error: message }, { status: 429 }),
    )
    const call = { method: 'GET', path: '/x' } as const
    await request(client, connection, call, { signal: never, read })
    const next = await request(client, connection, call, { signal: never, read })
    expect(next).toMatchObject({ failure: { kind: 'paused' } })
    expect(world.sent).toHaveLength(1)
  })

  test('requests without a credential are counted apart', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const { credential: _, ...open } = connection
    await request(client, open, { method: 'GET', path: '/x' }, { signal: never, read })
    expect([...world.stored.keys()]).toEqual([
      `playground.failures.${ORIGIN} connection-1 no credential`,
    ])
  })
})

describe('the spend limits', () => {
  test('a watched API shows its spending, and what another tab spends', () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const stop = spendLimitsOf(client).watch(connection)
    expect(spendLimitsOf(client).log.getState().log?.session.spent).toBe(0)
    const key = `playground.spend.${ORIGIN} connection-1`
    const log = readSpendLog(undefined)
    world.stored.set(
      key,
      JSON.stringify({
        ...log,
        session: { since: world.clock.now(), lastAt: world.clock.now(), spent: 5 },
      }),
    )
    const told = (name: string) =>
      (world.events as EventTarget).dispatchEvent(
        Object.assign(new Event('storage'), { key: name }),
      )
    told('another')
    expect(spendLimitsOf(client).log.getState().log?.session.spent).toBe(0)
    told(key)
    expect(spendLimitsOf(client).log.getState().log?.session.spent).toBe(5)
    stop()
    world.stored.delete(key)
    told(key)
    expect(spendLimitsOf(client).log.getState().log?.session.spent).toBe(5)
  })

  test('a new session begins at nothing', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({}))
    await spendLimitsOf(client).setLimits(connection, { day: 5 })
    await spendLimitsOf(client).startSession(connection)
    expect(spendLimitsOf(client).log.getState().log).toMatchObject({
      caps: { day: 5 },
      session: { spent: 0 },
    })
  })
})

describe('shared storage', () => {
  const count = (stored: unknown) => (typeof stored === 'number' ? stored : 0)
  const next = (record: number) => ({ record: record + 1, result: record + 1 })

  test('where storage is refused, this tab remembers for itself', async () => {
    const refuse = () => {
      throw new DOMException('', 'SecurityError')
    }
    const shared = createSharedStorage({
      storage: { getItem: refuse, setItem: refuse },
      locks: undefined,
    })
    await shared.update('n', count, next)
    expect(await shared.update('n', count, next)).toBe(2)
    expect(shared.read('n', count)).toBe(2)
  })

  test('damaged text is no record', () => {
    const storage = { getItem: () => '{', setItem: () => undefined }
    expect(createSharedStorage({ storage, locks: undefined }).read('n', count)).toBe(0)
  })

  test('a lock that is refused stops nobody, and a step that fails is not repeated', async () => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    }
    const refused = createSharedStorage({
      storage,
      locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
    })
    expect(await refused.update('n', count, next)).toBe(1)
    const locks = {
      request: async (_: string, ...rest: unknown[]) => {
        const run = rest.at(-1)
        return typeof run === 'function' ? (run() as unknown) : undefined
      },
    } as Pick<LockManager, 'request'>
    const granted = createSharedStorage({ storage, locks })
    expect(await granted.update('n', count, next)).toBe(2)
    let steps = 0
    const failing = granted.update('n', count, () => {
      steps += 1
      throw new Error('a fault')
    })
    await expect(failing).rejects.toThrow('a fault')
    expect(steps).toBe(1)
  })
})

describe('exchanges', () => {
  const exchange = (id: string, startedAt: number): Exchange => ({
    id,
    startedAt,
    providerName: 'vendor',
    background: false,
    request: { method: 'GET', url: BASE_URL, path: '/x', headers: [], bytes: 0 },
    outcome: 'done',
    timing: {},
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
  })

  test('the oldest go, and one of the past takes its place by time', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    const { exchanges } = client
    for (let index = 0; index < 61; index += 1) exchanges.add(exchange(`e${index}`, index))
    const { order, byId } = exchanges.store.getState()
    expect(order).toHaveLength(60)
    expect(byId['e0']).toBeUndefined()
    exchanges.restore(exchange('old', 5.5))
    expect(exchanges.store.getState().order.indexOf('old')).toBe(5)
    exchanges.restore(exchange('new', 1000))
    expect(exchanges.store.getState().order.at(-1)).toBe('new')
    exchanges.restore(exchange('old', 2000))
    expect(exchanges.store.getState().order.filter((id) => id === 'old')).toHaveLength(1)
    exchanges.update('gone', (one) => ({ ...one, outcome: 'failed' }))
    expect(exchanges.store.getState().byId['gone']).toBeUndefined()
  })
})

describe('the network', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const told = (world: { events: unknown }, name: string) =>
    (world.events as EventTarget).dispatchEvent(new Event(name))

  test('a device without a network is offline, until it has one', async () => {
    const { client, world } = fakeClient(() => jsonResponse({}))
    const stop = client.network.follow()
    world.setOnline(false)
    told(world, 'offline')
    await vi.advanceTimersByTimeAsync(0)
    expect(client.network.store.getState().offline).toBe(true)
    world.setOnline(true)
    told(world, 'online')
    await vi.advanceTimersByTimeAsync(0)
    expect(client.network.store.getState().offline).toBe(false)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('one timer runs, however often the connection changes', async () => {
    let up = false
    const { client, world } = fakeClient(() =>
      up ? new Response() : Promise.reject(new TypeError('refused')),
    )
    world.setOnline(false)
    const stop = client.network.follow()
    for (let change = 0; change < 10; change += 1) {
      client.connections.connectRemote({
        id: 'other',
        name: 'Other',
        baseUrl: 'http://127.0.0.1:4310/api/v1',
        providerName: 'v',
      })
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(vi.getTimerCount()).toBe(1)
    const before = world.sent.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(world.sent.length - before).toBe(12)
    up = true
    await vi.advanceTimersByTimeAsync(5_000)
    expect(client.network.store.getState().offline).toBe(false)
    stop()
  })

  test('a check that comes late changes nothing', async () => {
    const answers: (() => void)[] = []
    const { client, world } = fakeClient(
      () => new Promise((resolve) => answers.push(() => resolve(new Response()))),
    )
    client.connections.connectRemote({
      id: 'other',
      name: 'Other',
      baseUrl: 'http://localhost:1/v1',
      providerName: 'v',
    })
    world.setOnline(false)
    const stop = client.network.follow()
    world.setOnline(true)
    told(world, 'online')
    await vi.advanceTimersByTimeAsync(0)
    world.setOnline(false)
    client.connections.store.setState({ connection: undefined })
    await vi.advanceTimersByTimeAsync(0)
    expect(client.network.store.getState().offline).toBe(true)
    for (const answer of answers) answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(client.network.store.getState().offline).toBe(true)
    stop()
  })

  test('an API elsewhere is not looked for without a network', async () => {
    const { client, world } = fakeClient(() => jsonResponse({}))
    client.connections.store.setState({ connection: keyConnection() })
    world.setOnline(false)
    const stop = client.network.follow()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(world.sent).toHaveLength(0)
    stop()
  })
})

test('a listener that throws is reported, and the others hear all the same', () => {
  const reported: unknown[] = []
  const store = createObservable(0, (error) => reported.push(error))
  const seen: number[] = []
  store.subscribe(() => {
    throw new Error('x')
  })
  store.subscribe((state) => void seen.push(state))
  store.setState(1, true)
  expect(seen).toEqual([1])
  expect(reported).toHaveLength(1)
})

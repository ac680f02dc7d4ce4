import { describe, expect, test } from 'vitest'

import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import type { Client } from '../../client/client.ts'
import type { ImageEditResult } from '../../client/image-edit.ts'
import { BASE_URL, fakeClient, jsonResponse, openBody } from '../../client/testing/fake-world.ts'
import type { ImageRun } from '../../storage/images/image-run.ts'
import { runBatch, type BatchDeps } from './run-batch.ts'

const PRICE = 40_000

function run(id: string, more: Partial<ImageRun> = {}): ImageRun {
  return {
    id,
    batchId: 'batch',
    startedAt: 1,
    state: 'running',
    source: { kind: 'file', file: new Blob(['image']), fileName: 'a.png' },
    fields: { prompt: 'blue' },
    transport: 'multipart',
    headers: [],
    providerName: 'vendor',
    priceMicroUsd: PRICE,
    ...more,
  }
}

/** What a batch is stored in, in memory; everything can be made to fail. */
function memory(over: Partial<BatchDeps> = {}) {
  const stored = new Map<string, ImageRun>()
  const running = new Set<string>()
  const exchanges: string[] = []
  const charged: (readonly (ImageEditResult | undefined)[])[] = []
  const deps: BatchDeps = {
    add: async (runs) => {
      for (const one of runs) {
        stored.set(one.id, one)
        running.add(one.id)
      }
    },
    change: async (id, change) => {
      const before = stored.get(id)
      if (before !== undefined) stored.set(id, { ...before, ...change })
    },
    toBase64: async () => 'aW1hZ2U=',
    readResult: async (_, file) => ({ file, fileName: 'a-edited.png' }),
    saveExchange: async (id) => void exchanges.push(id),
    ended: (id) => void running.delete(id),
    balanceBefore: async () => undefined,
    recordCharge: async (_, __, results) => void charged.push(results),
    ...over,
  }
  return { deps, stored, running, charged, exchanges }
}

const image = () => new Response(new Blob(['edited'], { type: 'image/png' }))

function spent(client: Client): number | undefined {
  return spendLimitsOf(client).log.getState().log?.session.spent
}

describe('a batch of image edits', () => {
  test('sent as JSON: its exchange knows the name of the file that was chosen', async () => {
    const { deps } = memory()
    const { client, connection } = fakeClient(image)
    await runBatch(client, connection, [run('a', { transport: 'json' })], {
      signals: new Map(),
      overCaps: false,
      deps,
    })
    const [exchange] = Object.values(client.exchanges.store.getState().byId)
    expect(exchange?.request.fileNames).toEqual({ image: 'a.png' })
  })

  test('is stored before it is sent, sent once each, and counted by its price', async () => {
    const seen: string[] = []
    const kept = memory()
    const { client, world, connection } = fakeClient(() => {
      seen.push(...kept.stored.keys())
      return image()
    })
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    await runBatch(client, connection, [run('a'), run('b')], {
      signals: new Map(),
      overCaps: false,
      deps: kept.deps,
    })
    expect(seen.slice(0, 2)).toEqual(['a', 'b'])
    expect(world.sent.map(({ url }) => url)).toEqual(
      Array.from({ length: 2 }, () => `${BASE_URL}/image/edit`),
    )
    expect([...kept.stored.values()].map(({ state }) => state)).toEqual(['done', 'done'])
    expect(kept.running.size).toBe(0)
    expect(kept.charged[0]?.map((result) => result?.ok)).toEqual([true, true])
    expect(spent(client)).toBe(2 * PRICE)
  })

  test('that cannot be stored is not sent', async () => {
    const { deps } = memory({ add: () => Promise.reject(new Error('quota')) })
    const { client, world, connection } = fakeClient(image)
    await expect(
      runBatch(client, connection, [run('a')], { signals: new Map(), overCaps: false, deps }),
    ).rejects.toThrow('quota')
    expect(world.sent).toHaveLength(0)
  })

  test('remembers the balance before it', async () => {
    const kept = memory({ balanceBefore: async () => 5 })
    const { client, connection } = fakeClient(image)
    await runBatch(client, connection, [run('a')], {
      signals: new Map(),
      overCaps: false,
      deps: kept.deps,
    })
    expect(kept.stored.get('a')?.balanceBeforeMicroUsd).toBe(5)
  })

  test.for([
    ['declined', () => Promise.reject(new Error('User rejected'))],
    ['offline', undefined],
  ] as const)('%s: not sent, says so, costs nothing', async ([kind, authorize]) => {
    const kept = memory()
    const { client, world, connection } = fakeClient(image)
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    if (authorize === undefined) client.network.store.setState({ offline: true })
    const paying =
      authorize === undefined
        ? connection
        : {
            ...connection,
            credential: {
              kind: 'wallet' as const,
              label: 'w',
              origin: new URL(BASE_URL).origin,
              authorize,
            },
          }
    await runBatch(client, paying, [run('a')], {
      signals: new Map(),
      overCaps: false,
      deps: kept.deps,
    })
    expect(kept.stored.get('a')).toMatchObject({
      state: 'failed',
      notSent: true,
      failure: { kind },
    })
    expect(world.sent).toHaveLength(0)
    expect(spent(client)).toBe(0)
  })

  test('over a limit: not sent, unless a person says so', async () => {
    const kept = memory()
    const { client, world, connection } = fakeClient(image)
    await spendLimitsOf(client).setLimits(connection, { request: 1 })
    const options = { signals: new Map(), deps: kept.deps }
    await runBatch(client, connection, [run('a')], { ...options, overCaps: false })
    expect(kept.stored.get('a')).toMatchObject({
      state: 'failed',
      notSent: true,
      failure: { kind: 'over_spend_cap' },
    })
    await runBatch(client, connection, [run('b')], { ...options, overCaps: true })
    expect(kept.stored.get('b')?.state).toBe('done')
    expect(world.sent).toHaveLength(1)
  })

  test('out of reach: it may have been billed, so its price counts', async () => {
    const kept = memory()
    const { client, connection } = fakeClient(() => Promise.reject(new TypeError('gone')))
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    await runBatch(client, connection, [run('a')], {
      signals: new Map(),
      overCaps: false,
      deps: kept.deps,
    })
    const { state, notSent } = kept.stored.get('a') ?? {}
    expect([state, notSent]).toEqual(['failed', undefined])
    expect(spent(client)).toBe(PRICE)
  })

  test('refused by the service: it costs nothing', async () => {
    const kept = memory()
    const { client, connection } = fakeClient(() => jsonResponse({ error: 'no' }, { status: 422 }))
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    await runBatch(client, connection, [run('a')], {
      signals: new Map(),
      overCaps: false,
      deps: kept.deps,
    })
    expect(kept.stored.get('a')).toMatchObject({ state: 'failed', failure: { status: 422 } })
    expect(spent(client)).toBe(0)
  })

  test('text in the place of a picture is a failure', async () => {
    const kept = memory()
    const { client, connection } = fakeClient(() => jsonResponse({ url: 'x' }))
    await runBatch(client, connection, [run('a')], {
      signals: new Map(),
      overCaps: false,
      deps: kept.deps,
    })
    expect(kept.stored.get('a')?.failure?.kind).toBe('unexpected_answer')
  })

  test('cancelled in flight: stopped, and not called unsent', async () => {
    const kept = memory()
    const controller = new AbortController()
    const { client, connection } = fakeClient(({ signal }) => {
      queueMicrotask(() => controller.abort())
      return openBody({ headers: { 'content-type': 'image/png' } }, signal).response
    })
    await runBatch(client, connection, [run('a'), run('b', { transport: 'json' })], {
      signals: new Map([
        ['a', controller.signal],
        ['b', controller.signal],
      ]),
      overCaps: false,
      deps: kept.deps,
    })
    expect(kept.stored.get('a')).toMatchObject({ state: 'stopped' })
    expect(kept.stored.get('a')?.notSent).toBeUndefined()
    expect(kept.stored.get('b')?.state).toBe('stopped')
    expect(kept.running.size).toBe(0)
  })

  test('a file that cannot be read any more: not sent, and the others go on', async () => {
    const kept = memory({ toBase64: () => Promise.reject(new Error('The file is gone.')) })
    const { client, world, connection } = fakeClient(image)
    const url = { kind: 'url' as const, url: 'https://x.example/a.png' }
    await runBatch(
      client,
      connection,
      [run('a', { transport: 'json' }), run('b', { transport: 'json', source: url })],
      { signals: new Map(), overCaps: false, deps: kept.deps },
    )
    expect(kept.stored.get('a')).toMatchObject({
      state: 'failed',
      notSent: true,
      failure: { kind: 'declined', message: 'The file is gone.' },
    })
    expect(kept.stored.get('b')?.state).toBe('done')
    expect(world.sent).toHaveLength(1)
  })
})

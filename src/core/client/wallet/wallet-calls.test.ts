import { afterEach, describe, expect, test, vi } from 'vitest'

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import { fakeClient, jsonResponse, openBody } from '../testing/fake-world.ts'
import { topUp, topUpRequirements } from './top-up.ts'
import {
  httpRpc,
  requestFaucet,
  signInChallenge,
  walletBalance,
  walletTransactions,
} from './wallet-reads.ts'

const never = new AbortController().signal
const WALLET = '0x00000000000000000000000000000000000000aa'
const PAYMENT = { headerName: 'PAYMENT-SIGNATURE', header: 'signed-payment' }
const CREDIT = { walletAddress: WALLET, amountCredited: 5, newBalance: 7.5, paymentId: 'p1' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a top-up', () => {
  test('is credited, with its transaction and request id', async () => {
    const settlement = { success: true, transaction: '0xabc', network: 'eip155:84532' }
    const { client, world, connection } = fakeClient(() =>
      jsonResponse(
        { success: true, data: CREDIT },
        { headers: { 'payment-response': encodeBase64Json(settlement), 'cf-ray': 'ray' } },
      ),
    )
    expect(await topUp(client, connection, PAYMENT, never)).toEqual({
      ok: true,
      status: 200,
      requestId: 'ray',
      credit: {
        wallet: WALLET,
        creditedMicroUsd: 5_000_000,
        balanceMicroUsd: 7_500_000,
        paymentId: 'p1',
        transaction: '0xabc',
      },
    })
    const headers = new Map(world.sent[0]?.headers)
    expect(headers.get('payment-signature')).toBe('signed-payment')
    // The key of the connection does not travel with a payment.
    expect(headers.has('authorization')).toBe(false)
  })

  test('is credited without what some services leave out', async () => {
    const { paymentId: _, ...data } = CREDIT
    const { client, connection } = fakeClient(() => jsonResponse({ success: true, data }))
    const result = await topUp(client, connection, PAYMENT, never)
    expect(result).toMatchObject({ ok: true, credit: { wallet: WALLET } })
    expect(result).not.toHaveProperty('requestId')
  })

  test('is credited where what is left out is null', async () => {
    const nulls = { payer: null, amount: null, errorReason: null, extensions: null }
    const settlement = { success: true, transaction: '0xabc', network: 'eip155:84532', ...nulls }
    const { client, connection } = fakeClient(() =>
      jsonResponse(
        { success: true, data: { ...CREDIT, paymentId: null }, error: null },
        { headers: { 'payment-response': encodeBase64Json(settlement) } },
      ),
    )
    expect(await topUp(client, connection, PAYMENT, never)).toMatchObject({
      ok: true,
      credit: { creditedMicroUsd: 5_000_000, transaction: '0xabc' },
    })
  })

  test.for([
    [{ transaction: null, network: null, success: true }, CREDIT],
    [[], CREDIT],
    [
      { transaction: 1, extensions: 'x' },
      { ...CREDIT, paymentId: 7, amountCredited: '5.00' },
    ],
  ])('is credited whatever its header has in place of a transaction: %j', async ([told, data]) => {
    const headers = { 'payment-response': encodeBase64Json(told) }
    const { client, connection } = fakeClient(() =>
      jsonResponse({ success: true, data }, { headers }),
    )
    const result = await topUp(client, connection, PAYMENT, never)
    expect(result).toMatchObject({
      ok: true,
      credit: { wallet: WALLET, creditedMicroUsd: 5_000_000, balanceMicroUsd: 7_500_000 },
    })
    expect(result.ok && 'transaction' in result.credit).toBe(false)
  })

  test('is credited where the new balance is unknown, and so is what else the response lacks', async () => {
    for (const newBalance of [null, undefined, {}, 'soon']) {
      const { client, connection } = fakeClient(() =>
        jsonResponse({ success: true, data: { ...CREDIT, newBalance } }),
      )
      expect(await topUp(client, connection, PAYMENT, never)).toMatchObject({
        ok: true,
        credit: { wallet: WALLET, creditedMicroUsd: 5_000_000, paymentId: 'p1' },
      })
    }
    const bare = fakeClient(() => jsonResponse({ success: true, data: { amountCredited: null } }))
    expect(await topUp(bare.client, bare.connection, PAYMENT, never)).toEqual({
      ok: true,
      status: 200,
      credit: {},
    })
  })

  test('that answers something else is no credit', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({ ok: true }))
    expect(await topUp(client, connection, PAYMENT, never)).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected_answer' },
    })
  })

  test('without an answer after a minute is unknown, not stopped', async () => {
    vi.useFakeTimers()
    const { client, connection } = fakeClient(({ signal }) => openBody({}, signal).response)
    const pending = topUp(client, connection, PAYMENT, never)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await pending).toMatchObject({ ok: false, failure: { kind: 'stalled' } })
  })
})

describe('what a wallet asks for', () => {
  test('a balance, with its DIEM part', async () => {
    const data = { walletAddress: WALLET, balanceUsd: 1.5, diemBalanceUsd: 2, canConsume: true }
    const { client, world, connection } = fakeClient(() => jsonResponse({ success: true, data }))
    expect(await walletBalance(client, connection, WALLET, never)).toEqual({
      microUsd: 1_500_000,
      microDiem: 2_000_000,
      canConsume: true,
      at: world.clock.now(),
    })
  })

  test.for([
    ['a balance', walletBalance],
    [
      'transactions',
      (...[client, connection, wallet, signal]: Parameters<typeof walletBalance>) =>
        walletTransactions(client, connection, wallet, { limit: 1, offset: 0 }, signal),
    ],
  ] as const)('%s that cannot be read is a failure', async ([, call]) => {
    const { client, connection } = fakeClient(() => jsonResponse({ success: false }))
    expect(await call(client, connection, WALLET, never)).toMatchObject({
      kind: 'unexpected_answer',
    })
  })

  test('transactions have more where a page is full, unless the service says', async () => {
    const one = { id: 't', amount: 1, type: 'TOP_UP', createdAt: '2026-01-01T00:00:00Z' }
    const page = { limit: 1, offset: 2 }
    const full = fakeClient(() =>
      jsonResponse({ success: true, data: { walletAddress: WALLET, transactions: [one] } }),
    )
    expect(
      await walletTransactions(full.client, full.connection, WALLET, page, never),
    ).toMatchObject({ hasMore: true, offset: 2 })
    const last = fakeClient(() =>
      jsonResponse({
        success: true,
        data: {
          walletAddress: WALLET,
          transactions: [one],
          pagination: { limit: 1, offset: 2, hasMore: false },
        },
      }),
    )
    expect(
      await walletTransactions(last.client, last.connection, WALLET, page, never),
    ).toMatchObject({ hasMore: false })
  })

  test('a balance and transactions as far as they can be read', async () => {
    const data = {
      balanceUsd: '1.50',
      diemBalanceUsd: 'n/a',
      canConsume: null,
      walletAddress: null,
    }
    const told = fakeClient(() => jsonResponse({ success: true, data }))
    expect(await walletBalance(told.client, told.connection, WALLET, never)).toEqual({
      microUsd: 1_500_000,
      at: told.world.clock.now(),
    })
    const charge = { id: null, amount: '-0.25', type: 'CHARGE', createdAt: null, requestId: 7 }
    const transactions = [charge, { ...charge, id: 'b', amount: null, modelId: null }, null]
    const list = fakeClient(() =>
      jsonResponse({
        success: true,
        data: { transactions, pagination: { limit: null, offset: 3, hasMore: null } },
      }),
    )
    expect(
      await walletTransactions(
        list.client,
        list.connection,
        WALLET,
        { limit: 3, offset: 6 },
        never,
      ),
    ).toMatchObject({
      transactions: [{ id: 'row 6', amount: -0.25, requestId: '7' }],
      unreadable: 2,
      hasMore: true,
    })
  })

  test.for([
    [200, 'unexpected_answer'],
    [402, 'unexpected_answer'],
    [500, 'inference_failed'],
  ] as const)('a challenge where the API has none (%i)', async ([status, kind]) => {
    const body =
      status === 402
        ? { x402Version: 2, accepts: [], resource: { url: 'https://x' } }
        : { error: 'x' }
    const { client, connection } = fakeClient(() => jsonResponse(body, { status }))
    expect(await signInChallenge(client, connection, WALLET, never)).toMatchObject({ kind })
  })

  test('ways to pay that do not come are a failure', async () => {
    const good = fakeClient(() => jsonResponse({}))
    expect(await topUpRequirements(good.client, good.connection, never)).toMatchObject({
      kind: 'unexpected_answer',
    })
    const bad = fakeClient(() => jsonResponse({ error: 'x' }, { status: 500 }))
    expect(await topUpRequirements(bad.client, bad.connection, never)).toMatchObject({
      status: 500,
    })
    const cut = fakeClient(() => {
      const body = openBody()
      body.fail()
      return body.response
    })
    expect(await topUpRequirements(cut.client, cut.connection, never)).toMatchObject({
      kind: 'cut',
    })
  })
})

describe('the chains of the local service', () => {
  const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

  test('a result, an error in words, and an error without', async () => {
    const rpc = httpRpc('http://127.0.0.1:1/rpc')
    answering(async () => jsonResponse({ result: '0x1' }))
    expect(await rpc('eth_blockNumber', [])).toBe('0x1')
    answering(async () => jsonResponse({ error: { message: 'no such block' } }))
    await expect(rpc('eth_blockNumber', [])).rejects.toThrow('no such block')
    answering(async () => jsonResponse([], { status: 502 }))
    await expect(rpc('eth_blockNumber', [])).rejects.toThrow('502')
  })

  test('the faucet says why not', async () => {
    const ask = () => requestFaucet('http://127.0.0.1:1/faucet', { address: WALLET, network: 'x' })
    answering(async () => jsonResponse({}))
    expect(await ask()).toBeUndefined()
    answering(async () => jsonResponse({ error: 'Once a minute.' }, { status: 429 }))
    expect(await ask()).toBe('Once a minute.')
    answering(async () => new Response('x', { status: 500 }))
    expect(await ask()).toContain('500')
    answering(async () => Promise.reject(new TypeError('gone')))
    expect(await ask()).toBe("The local service didn't respond.")
  })
})

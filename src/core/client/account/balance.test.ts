import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { runChat } from '../chat-completion.ts'
import type { Connection } from '../connection/connections.ts'
import { queryClientOf } from '../queries/connection-query.ts'
import { listModelsOptions } from '../queries/models.ts'
import { request } from '../request.ts'
import { fakeClient, jsonResponse, keyConnection, openBody } from '../testing/fake-world.ts'

/*
 * What is shown as the balance while requests are under way, and once they are over: with a service that
 * reserves the most of a stream, with several requests at once, and with requests that fail.
 */

const never = new AbortController().signal
const ORIGIN = new URL(keyConnection().baseUrl).origin

const walletConnection: Connection = keyConnection({
  kind: 'wallet',
  label: 'wallet 0xA1…',
  origin: ORIGIN,
  authorize: () => Promise.resolve([['SIGN-IN-WITH-X', 'signed']]),
})

const MODELS = [
  {
    id: 'm',
    type: 'text',
    model_spec: {
      availableContextTokens: 1000,
      maxCompletionTokens: 40_000,
      pricing: { input: { usd: 1 }, output: { usd: 1 } },
    },
  },
]
const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello' }], stream: true }

/** The end of a stream that cost so much. */
function finish(usd: number): string {
  const choice = { index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }
  const event = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
  return `data: ${JSON.stringify({ ...event, choices: [choice], cost: { usd, diem: 0 } })}\n\ndata: [DONE]\n\n`
}

function start(connection: Connection, answer: () => Response) {
  const { client, world } = fakeClient(answer)
  client.connections.store.setState({ connection })
  queryClientOf(client).setQueryData(
    listModelsOptions(client, connection).queryKey,
    MODELS as never,
  )
  const account = () => {
    const { balanceMicroUsd, reservedMicroUsd } = client.accounts.current.getState()
    return [balanceMicroUsd, reservedMicroUsd]
  }
  return { client, world, account, chat: () => runChat(client, connection, CHAT).done }
}

const remaining = (usd: string) => ({ headers: { 'x-balance-remaining': usd } })

test("the DIEM of a key is from the latest response that tells it, under the provider's own name", async () => {
  const headers = [{ 'x-vendor-balance-diem': '1' }, { 'x-acme-balance-diem': '2.5' }, {}]
  const acme = { ...keyConnection(), providerName: 'acme' }
  const { client } = start(acme, () => jsonResponse({}, { headers: headers.shift() ?? {} }))
  const microDiem = async () => {
    await request(
      client,
      acme,
      { method: 'POST', path: '/image/edit' },
      { signal: never, read: () => Promise.resolve({ ok: true, value: undefined }) },
    )
    return client.accounts.current.getState().microDiem
  }
  expect(await microDiem()).toBeUndefined()
  expect(await microDiem()).toBe(2_500_000)
  expect(await microDiem()).toBe(2_500_000)
})

describe('the balance of a wallet', () => {
  test('behavior: what a service reserves for a stream is shown as reserved, and only its cost is spent', async () => {
    const body = openBody(remaining('4.970000'))
    const { client, account, chat } = start(walletConnection, () => body.response)
    client.accounts.recordBalance(walletConnection, 4_999_873)
    const done = chat()
    await vi.waitFor(() => expect(client.exchanges.store.getState().order).toHaveLength(1))
    await vi.waitFor(() => expect(account()[1]).toBeGreaterThan(29_873))
    expect(account()[0]).toBe(4_999_873)
    body.write(finish(0.000127))
    body.end()
    await done
    expect(account()).toEqual([4_999_746, 0])
  })

  test('behavior: a stream that tells the balance before its cost is charged the same', async () => {
    const body = openBody(remaining('5.000000'))
    const { account, chat } = start(walletConnection, () => body.response)
    const done = chat()
    body.write(finish(0.000127))
    body.end()
    await done
    expect(account()).toEqual([4_999_873, 0])
  })

  test('behavior: a service that tells no balance is charged by the cost alone', async () => {
    const body = openBody()
    const { client, account, chat } = start(walletConnection, () => body.response)
    client.accounts.recordBalance(walletConnection, 5_000_000)
    const done = chat()
    body.write(finish(0.000127))
    body.end()
    await done
    expect(account()).toEqual([4_999_873, 0])
  })

  test('behavior: what was spent elsewhere is more than could be reserved, and is believed', async () => {
    const body = openBody(remaining('2.000000'))
    const { client, account, chat } = start(walletConnection, () => body.response)
    client.accounts.recordBalance(walletConnection, 5_000_000)
    const done = chat()
    body.write(finish(0.5))
    body.end()
    await done
    expect(account()).toEqual([1_500_000, 0])
  })

  test('behavior: a refused request never lowers it, and releases what was reserved', async () => {
    const { client, account, chat } = start(walletConnection, () =>
      jsonResponse({ error: 'overloaded' }, { status: 503, ...remaining('4.954000') }),
    )
    client.accounts.recordBalance(walletConnection, 5_000_000)
    await chat()
    expect(account()).toEqual([5_000_000, 0])
  })

  test('behavior: a stream that breaks takes nothing off, and releases what was reserved', async () => {
    const body = openBody(remaining('5.000000'))
    const { account, chat } = start(walletConnection, () => body.response)
    const done = chat()
    body.write('data: {')
    body.fail()
    await done
    expect(account()).toEqual([5_000_000, 0])
  })

  test('behavior: of two edits at once, the response that comes last does not raise it again', async () => {
    const responses: ((response: Response) => void)[] = []
    const { client, world } = fakeClient(
      () => new Promise<Response>((resolve) => void responses.push(resolve)),
    )
    client.connections.store.setState({ connection: walletConnection })
    client.accounts.recordBalance(walletConnection, 5_000_000)
    const edit = () =>
      request(
        client,
        walletConnection,
        { method: 'POST', path: '/image/edit' },
        { signal: never, read: () => Promise.resolve({ ok: true, value: undefined }) },
      )
    const edits = [edit(), edit()]
    await vi.waitFor(() => expect(responses).toHaveLength(2))
    world.advance(10)
    responses[1]?.(jsonResponse({}, remaining('4.880000')))
    await edits[1]
    responses[0]?.(jsonResponse({}, remaining('4.940000')))
    await Promise.all(edits)
    expect(client.accounts.current.getState().balanceMicroUsd).toBe(4_880_000)
  })
})

describe('the balance of a key', () => {
  const before = { headers: { 'x-vendor-balance-usd': '10' } }

  test('behavior: two streams at once both come off it', async () => {
    const bodies = [openBody(before), openBody(before)] as const
    let sent = 0
    const { account, chat } = start(keyConnection(), () => bodies[sent++ === 0 ? 0 : 1].response)
    const done = [chat(), chat()]
    bodies[1].write(finish(0.2))
    bodies[1].end()
    await done[1]
    expect(account()[0]).toBe(9_800_000)
    bodies[0].write(finish(0.1))
    bodies[0].end()
    await Promise.all(done)
    expect(account()).toEqual([9_700_000, 0])
  })

  test('behavior: a charge never takes it below zero', async () => {
    const body = openBody({ headers: { 'x-vendor-balance-usd': '0.0001' } })
    const { account, chat } = start(keyConnection(), () => body.response)
    const done = chat()
    body.write(finish(1))
    body.end()
    await done
    expect(account()).toEqual([0, 0])
  })

  test('behavior: nothing is reserved while the prices are unknown, and nothing is asked for them', async () => {
    const body = openBody(before)
    const { client, world, connection } = fakeClient(() => body.response)
    const done = runChat(client, connection, CHAT).done
    body.write(finish(0))
    body.end()
    await done
    expect(world.sent).toHaveLength(1)
    expect(client.accounts.current.getState().reservedMicroUsd).toBe(0)
  })
})

beforeEach(() => void vi.stubGlobal('localStorage', undefined))
afterEach(() => vi.unstubAllGlobals())

test('behavior: every reported cost is counted once, of keys and wallets, with its conversation', async () => {
  const counted: unknown[] = []
  const cost = { usd: 0.000123, diem: 0 }
  const completion = {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
    cost,
  }
  const { client, connection } = fakeClient(
    () => jsonResponse(completion, { headers: { 'x-balance-remaining': '4.00' } }),
    { countCharge: (charge) => counted.push(charge) },
  )
  const { stream: _, ...whole } = CHAT
  await runChat(client, connection, whole, { conversationId: 'c1' }).done
  await runChat(client, { ...walletConnection, id: 'wallet' }, whole).done
  await request(
    client,
    connection,
    { method: 'GET', path: '/models' },
    { signal: never, read: async () => ({ ok: true, value: undefined }) },
  )
  expect(counted).toEqual([
    {
      at: expect.any(Number),
      connection: { id: 'connection-1', name: 'Example' },
      model: 'm',
      conversationId: 'c1',
      microUsd: 123,
    },
    {
      at: expect.any(Number),
      connection: { id: 'wallet', name: 'Example' },
      model: 'm',
      microUsd: 123,
    },
  ])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../service/testing/service-without-port.ts'
import { evmWallet, signInHeaders } from '../../../service/testing/test-wallets.ts'
import { readKeyBalance } from './account/key-balance.ts'
import { runChat } from './chat-completion.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection/connections.ts'
import { apiKeyCredential } from './connection/credential.ts'
import { editImage, imageEditBody } from './image-edit.ts'
import { callOperation } from './operation.ts'
import { listCharactersOptions } from './queries/characters.ts'
import { queryClientOf } from './queries/connection-query.ts'
import { listModels, listModelsOptions, modelNamesOptions } from './queries/models.ts'
import { apiDescriptionOptions } from './queries/openapi.ts'
import { rateLimitsOptions } from './queries/rate-limits.ts'
import { fakeClient } from './testing/fake-world.ts'
import { topUp, topUpRequirements } from './wallet/top-up.ts'
import { signInChallenge, walletBalance, walletTransactions } from './wallet/wallet-reads.ts'

const never = new AbortController().signal

const CITY = {
  name: 'city',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

let service: ReturnType<typeof serviceWithoutPort>
let client: Client
let connection: Connection

beforeAll(() => {
  service = serviceWithoutPort()
  const fake = fakeClient(({ url, method, headers, body, signal }) =>
    service.request(url.slice(ORIGIN_WITHOUT_PORT.length), {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      signal,
      ...(body === undefined || body === null ? {} : { body }),
    }),
  )
  ;({ client } = fake)
  client.world.random.bytes = (length) => crypto.getRandomValues(new Uint8Array(length))
  connection = {
    id: 'local',
    session: 'local',
    name: 'This machine',
    kind: 'local',
    baseUrl: `${ORIGIN_WITHOUT_PORT}/api/v1`,
    providerName: 'vendor',
    credential: apiKeyCredential(service.nextKey(), ORIGIN_WITHOUT_PORT),
  }
  client.connections.store.setState({ connection })
})
afterAll(() => service.close())

const chat = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'sandbox-chat',
  messages: [{ role: 'user', content: '/tokens 20 /rate 5000 Hello' }],
  stream: true,
  ...more,
})

describe('the client with the local service', () => {
  test('a streamed response is complete and says what it cost', async () => {
    const answer = await runChat(client, connection, chat()).done
    expect(answer).toMatchObject({ phase: 'finished', cost: { usd: expect.any(Number) } })
    expect(answer.choices[0]?.content.length).toBeGreaterThan(0)
  })

  test.each<[string, Partial<ChatRequest>]>([
    ['choices', { n: 3 }],
    ['probabilities', { logprobs: true, top_logprobs: 4 }],
    ['a response by schema', { response_format: { type: 'json_schema', json_schema: CITY } }],
    [
      'a limited response of a deprecated model',
      { model: 'sandbox-retired', max_completion_tokens: 12 },
    ],
  ])('%s: a streamed response is the same as one in one piece', async (_, more) => {
    const ask = (stream: boolean) =>
      runChat(client, connection, chat({ ...more, seed: 5, stream })).done
    const { id: _streamed, timing: _times, ...streamed } = await ask(true)
    const { id: _whole, timing: _time, ...whole } = await ask(false)
    expect(streamed.phase).toBe('finished')
    expect(streamed).toEqual(whole)
  })

  test('an encrypted request travels as envelopes and is read as text', async () => {
    const run = runChat(
      client,
      connection,
      chat({ model: 'sandbox-private', vendor_parameters: { enable_e2ee: true } }),
    )
    const answer = await run.done
    expect(answer).toMatchObject({
      phase: 'finished',
      encryption: { provider: expect.any(String) },
    })
    const exchange = client.exchanges.store.getState().byId[run.exchangeId() ?? '']
    expect(JSON.stringify(exchange?.request.body)).not.toContain('Hello')
    expect(exchange?.request.headers.map(([name]) => name)).toContain(
      'X-Vendor-TEE-Signing-Algo'.toLowerCase(),
    )
  })

  test('a model that cannot read encrypted messages gets them as they are', async () => {
    const run = runChat(client, connection, chat({ vendor_parameters: { enable_e2ee: true } }))
    expect(await run.done).toMatchObject({ phase: 'finished' })
    expect((await run.done).encryption).toBeUndefined()
  })

  test('what cannot be encrypted is not sent', async () => {
    const unknown = runChat(
      client,
      connection,
      chat({ model: 'no-such-model', vendor_parameters: { enable_e2ee: true } }),
    )
    expect(await unknown.done).toMatchObject({ failure: { kind: 'not_encrypted' } })
    const whole = runChat(
      client,
      connection,
      chat({ model: 'sandbox-private', stream: false, vendor_parameters: { enable_e2ee: true } }),
    )
    expect(await whole.done).toMatchObject({ failure: { kind: 'not_encrypted' } })
    expect(client.exchanges.store.getState().byId[whole.exchangeId() ?? '']?.unsent).toBe(true)
  })

  test('the lists of models, names, characters, operations and limits', async () => {
    expect(
      (await listModels(client, connection, { type: 'inpaint' }, never)).models.length,
    ).toBeGreaterThan(0)
    const queries = queryClientOf(client)
    expect(queryClientOf(client)).toBe(queries)
    expect(
      (await queries.fetchQuery(listModelsOptions(client, connection))).length,
    ).toBeGreaterThan(3)
    expect(await queries.fetchQuery(modelNamesOptions(client, connection, 'traits'))).toMatchObject(
      { default: expect.any(String) },
    )
    expect(
      (await queries.fetchQuery(listCharactersOptions(client, connection))).length,
    ).toBeGreaterThan(0)
    const description = await queries.fetchQuery(apiDescriptionOptions(client, connection))
    expect(description.operations.map(({ key }) => key)).toContain('POST /image/edit')
    expect(await queries.fetchQuery(rateLimitsOptions(client, connection))).toMatchObject({
      data: expect.anything(),
    })
    expect(listModelsOptions(client, undefined).enabled).toBe(false)
  })

  test('the balance of a key is shown for its own connection', async () => {
    const balance = await readKeyBalance(client, connection, never)
    expect(client.accounts.current.getState().balanceMicroUsd).toBe(balance)
  })

  test('the balance shown after a stream is the one that the service would tell', async () => {
    await runChat(client, connection, chat()).done
    const shown = client.accounts.current.getState().balanceMicroUsd
    expect(shown).toBe(await readKeyBalance(client, connection, never))
  })

  test('any operation, with the cost it declares', async () => {
    const { exchange, ...result } = await callOperation(
      client,
      connection,
      { method: 'POST', path: '/chat/completions', body: chat({ stream: false }) as never },
      { signal: never },
    )
    expect(result).toMatchObject({ ok: true, value: { kind: 'json' } })
    expect(exchange.receipt.cost?.usd).toBeGreaterThan(0)
  })

  test('an image edit that is refused says why', async () => {
    const body = await imageEditBody({
      image: { kind: 'url', url: 'http://127.0.0.1/x.png' },
      fields: { prompt: 'Make it blue' },
      transport: 'json',
      toBase64: () => Promise.reject(new Error('not asked')),
    })
    const result = await editImage(client, connection, body, { signal: never })
    expect(result).toMatchObject({ ok: false, failure: { status: 400 } })
  })
})

describe('a wallet with the local service', () => {
  const wallet = evmWallet()

  /** The connection, paid by the wallet: a sign-in is signed for each request. */
  const paying = (): Connection => ({
    ...connection,
    credential: {
      kind: 'wallet',
      label: 'wallet',
      origin: ORIGIN_WITHOUT_PORT,
      authorize: async ({ url }) =>
        Object.entries(await signInHeaders(wallet, ORIGIN_WITHOUT_PORT, { uri: url })),
    },
  })

  test('the challenge to sign in is what was wanted', async () => {
    const result = await signInChallenge(client, connection, wallet.address, never)
    expect(result).toMatchObject({ challenge: expect.anything() })
    const { byId, order } = client.exchanges.store.getState()
    expect(byId[order.at(-1) ?? '']).toMatchObject({ outcome: 'done', status: 402 })
  })

  test('the ways to pay are what was wanted', async () => {
    expect(await topUpRequirements(client, connection, never)).toMatchObject({
      required: { accepts: expect.anything() },
      header: expect.anything(),
    })
  })

  test('balance and transactions of the wallet', async () => {
    expect(await walletBalance(client, paying(), wallet.address, never)).toMatchObject({
      microUsd: 0,
    })
    expect(
      await walletTransactions(client, paying(), wallet.address, { limit: 10, offset: 0 }, never),
    ).toMatchObject({ transactions: [], hasMore: false })
  })

  test('a payment that is none is refused, and its header is recorded nowhere', async () => {
    const header = Buffer.from('{"x402Version":2,"secret":"signed"}').toString('base64')
    const result = await topUp(
      client,
      connection,
      { headerName: 'PAYMENT-SIGNATURE', header },
      never,
    )
    expect(result).toMatchObject({ ok: false })
    expect(JSON.stringify(client.exchanges.store.getState())).not.toContain(header)
  })
})

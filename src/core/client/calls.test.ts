import { describe, expect, test } from 'vitest'

import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import { readText } from './body/response-body.ts'
import { runChat } from './chat-completion.ts'
import { openExchange } from './exchanges/open-exchange.ts'
import { editImage, imageEditBody } from './image-edit.ts'
import { callOperation } from './operation.ts'
import { fetchJson, queryClientOf, QueryFailure } from './queries/connection-query.ts'
import { listModelsOptions, maxChatCost } from './queries/models.ts'
import { request } from './request.ts'
import { fakeClient, jsonResponse, openBody } from './testing/fake-world.ts'

const never = new AbortController().signal
const CHAT: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }

describe('an image edit', () => {
  const png = new Blob(['png'], { type: 'image/png' })
  const file = { kind: 'file' as const, file: png, fileName: 'a.png' }
  const toBase64 = async () => 'cG5n'

  test('travels as a form, unset fields absent', async () => {
    const { form } = await imageEditBody({
      image: file,
      fields: { prompt: 'blue', safe_mode: false, quality: undefined },
      transport: 'multipart',
      toBase64,
    })
    expect(form?.map(({ name }) => name)).toEqual(['image', 'prompt', 'safe_mode'])
    expect(form?.at(-1)?.value).toBe('false')
  })

  test('travels as a form with an address', async () => {
    const image = { kind: 'url' as const, url: 'https://x.example/a.png' }
    const { form } = await imageEditBody({ image, fields: {}, transport: 'multipart', toBase64 })
    expect(form).toEqual([{ name: 'image', value: image.url }])
  })

  test('travels as JSON with its base64', async () => {
    const { body } = await imageEditBody({
      image: file,
      fields: { prompt: 'blue' },
      transport: 'json',
      toBase64,
    })
    expect(body).toEqual({ image: 'cG5n', prompt: 'blue' })
  })

  test('gives a picture, or what came in its place', async () => {
    const ok = fakeClient(() => new Response(png))
    expect(await editImage(ok.client, ok.connection, {}, { signal: never })).toMatchObject({
      ok: true,
      value: { mediaType: 'image/png' },
    })
    const text = fakeClient(() => jsonResponse({ a: 1 }))
    expect(await editImage(text.client, text.connection, {}, { signal: never })).toMatchObject({
      failure: { kind: 'unexpected_answer' },
    })
    const cut = fakeClient(() => {
      const body = openBody({ headers: { 'content-type': 'image/png' } })
      body.fail()
      return body.response
    })
    expect(await editImage(cut.client, cut.connection, {}, { signal: never })).toMatchObject({
      failure: { kind: 'cut' },
    })
  })
})

describe('any operation', () => {
  test.for([
    [{ cost: { usd: 0.5, diem: 2 } }, { usd: 0.5, diem: 2 }],
    [{ cost: { usd: '0.25' } }, { usd: 0.25, diem: 0 }],
    [{ cost: { usd: 'much' } }, undefined],
    [{ cost: { usd: true } }, undefined],
    [{ cost: 5 }, undefined],
    [{}, undefined],
    [[], undefined],
  ])('%j declares the cost %j', async ([body, cost]) => {
    const { client, connection } = fakeClient(() => jsonResponse(body))
    const call = { method: 'POST', path: '/x', accept: 'audio/*' } as const
    const { exchange } = await callOperation(client, connection, call, { signal: never })
    expect(exchange.receipt.cost).toEqual(cost)
  })

  test('behavior: the last event of a stream that declares a cost counts', async () => {
    const events = ['{"cost":{"usd":0.1}}', '{"cost":{"usd":0.25,"diem":0}}', 'no "cost"', '[DONE]']
    const { client, connection } = fakeClient(
      () =>
        new Response(events.map((data) => `data: ${data}\n\n`).join(''), {
          headers: { 'Content-Type': 'text/event-stream' },
        }),
    )
    const call = { method: 'POST', path: '/x', body: {} } as const
    const { exchange } = await callOperation(client, connection, call, { signal: never })
    expect(exchange.receipt.cost).toEqual({ usd: 0.25, diem: 0 })
  })

  test('a text is no cost, and a cut body is a failure', async () => {
    const text = fakeClient(() => new Response('hello'))
    const call = { method: 'GET', path: '/x' } as const
    expect(
      await callOperation(text.client, text.connection, call, { signal: never }),
    ).toMatchObject({ ok: true, value: { kind: 'text' } })
    const cut = fakeClient(() => {
      const body = openBody()
      body.fail()
      return body.response
    })
    expect(await callOperation(cut.client, cut.connection, call, { signal: never })).toMatchObject({
      failure: { kind: 'cut' },
    })
  })
})

describe('reading in the background', () => {
  const of = { parse: (value: unknown) => value, expected: 'JSON' }

  test('a failure is thrown as one', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({ error: 'x' }, { status: 503 }))
    await expect(fetchJson(client, connection, '/x', of, never)).rejects.toThrow(QueryFailure)
    const { order, byId } = client.exchanges.store.getState()
    expect(byId[order[0] ?? '']).toMatchObject({ background: true, outcome: 'failed' })
  })

  test('an abort is thrown as the abort it is', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({}))
    const reason = new DOMException('gone', 'AbortError')
    await expect(fetchJson(client, connection, '/x', of, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    )
  })

  test('without a connection nothing is asked', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    const options = { ...listModelsOptions(client, undefined), retry: false }
    return expect(queryClientOf(client).fetchQuery(options)).rejects.toThrow('No API is connected')
  })
})

describe('the most a chat request can cost', () => {
  const model = (id: string, usd: number) => ({
    id,
    type: 'text',
    object: 'model',
    created: 1,
    owned_by: 'x',
    model_spec: { availableContextTokens: 1000, pricing: { input: { usd }, output: { usd } } },
  })
  const priced = () =>
    fakeClient(() => jsonResponse({ object: 'list', data: [model('m', 1), model('dear', 10)] }))

  test('is that of its dearest fallback', async () => {
    const { client, connection } = priced()
    const own = await maxChatCost(client, connection, CHAT)
    const all = await maxChatCost(client, connection, { ...CHAT, fallbacks: [{ model: 'dear' }] })
    expect(own).toBeGreaterThan(0)
    expect(all).toBeGreaterThan(own ?? Infinity)
  })

  test('is unknown with a search, and with a fallback nobody knows', async () => {
    const { client, connection } = priced()
    const search = { vendor_parameters: { enable_web_search: 'on' as const } }
    expect(await maxChatCost(client, connection, { ...CHAT, ...search })).toBeUndefined()
    const unknown = { ...CHAT, fallbacks: [{ model: 'nobody' }] }
    expect(await maxChatCost(client, connection, unknown)).toBeUndefined()
  })

  test('is unknown where the list cannot be had', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({}, { status: 404 }))
    expect(await maxChatCost(client, connection, CHAT)).toBeUndefined()
  })
})

describe('encryption', () => {
  const sealed: ChatRequest = { ...CHAT, stream: true, vendor_parameters: { enable_e2ee: true } }
  const models = {
    object: 'list',
    data: [
      {
        id: 'm',
        type: 'text',
        object: 'model',
        created: 1,
        owned_by: 'x',
        model_spec: { capabilities: { supportsE2EE: true } },
      },
    ],
  }
  const answering = (attestation: () => Response) =>
    fakeClient(({ url }) => (url.endsWith('/models') ? jsonResponse(models) : attestation()))

  test('needs a page that was loaded securely', async () => {
    const { client, connection } = fakeClient(() => jsonResponse(models), { isSecure: false })
    expect(await runChat(client, connection, sealed).done).toMatchObject({
      failure: { kind: 'not_encrypted', message: expect.stringContaining('securely') },
    })
  })

  test.for([
    ['none', () => jsonResponse({ error: 'x' }, { status: 404 }), 'no attestation could be had'],
    ['no JSON', () => new Response('hello'), 'could not be read'],
    ['another shape', () => jsonResponse({ a: 1 }), 'could not be read'],
    [
      'one that was not verified',
      () => jsonResponse({ verified: false, nonce: 'n', model: 'm' }),
      "couldn't verify it",
    ],
    [
      'one that is cut',
      () => {
        const body = openBody()
        body.fail()
        return body.response
      },
      'no attestation could be had',
    ],
  ] as const)('%s: nothing is sent, and why is said', async ([, attestation, why]) => {
    const { client, world, connection } = answering(attestation)
    const run = runChat(client, connection, sealed)
    expect(await run.done).toMatchObject({
      phase: 'failed',
      failure: { kind: 'not_encrypted', message: expect.stringContaining(why) },
    })
    expect(world.sent.filter(({ method }) => method === 'POST')).toEqual([])
    const { byId } = client.exchanges.store.getState()
    expect(Object.values(byId).filter(({ outcome }) => outcome === 'open')).toEqual([])
  })

  test('stopped while the attestation is fetched, nothing is sent', async () => {
    const { client, world, connection } = fakeClient(({ url, signal }) => {
      if (url.endsWith('/models')) return jsonResponse(models)
      queueMicrotask(() => run.stop())
      return openBody({}, signal).response
    })
    const run = runChat(client, connection, sealed)
    expect(await run.done).toMatchObject({ phase: 'stopped' })
    expect(world.sent.filter(({ method }) => method === 'POST')).toEqual([])
  })
})

describe('bodies', () => {
  test('a body in pieces is joined, and none is empty', async () => {
    const body = openBody({ headers: { 'content-type': 'application/json' } })
    const { client, connection } = fakeClient(() => body.response)
    const pending = request(
      client,
      connection,
      { method: 'GET', path: '/x' },
      { signal: never, read: readText },
    )
    body.write('{"a":')
    body.write('1}')
    body.end()
    expect(await pending).toMatchObject({ value: { kind: 'json', value: { a: 1 } } })
    const none = fakeClient(() => new Response(null))
    expect(
      await request(
        none.client,
        none.connection,
        { method: 'GET', path: '/x' },
        { signal: never, read: readText },
      ),
    ).toMatchObject({ value: { kind: 'text', text: '', bytes: 0 } })
  })

  test('a cause that is no error is said all the same', async () => {
    // What a network rejects with is not always an error.
    const { client, connection } = fakeClient(() => Promise.reject('gone' as unknown as Error))
    expect(
      await request(
        client,
        connection,
        { method: 'GET', path: '/x' },
        { signal: never, read: readText },
      ),
    ).toMatchObject({ failure: { kind: 'unreachable', cause: 'gone' } })
  })

  test('a closed exchange stays as it was closed', () => {
    const { client } = fakeClient(() => jsonResponse({}))
    const exchange = openExchange(client, {
      id: 'e',
      providerName: 'vendor',
      background: false,
      request: { method: 'GET', url: '', path: '/x', headers: [], bytes: 0 },
      headers: [],
      events: [],
      eventCount: 0,
      receipt: {},
    })
    const closed = exchange.close(undefined)
    exchange.update((before) => ({ ...before, status: 500 }))
    expect(exchange.close({ kind: 'cut', message: 'late' })).toBe(closed)
    expect(exchange.get()).toBe(closed)
  })
})

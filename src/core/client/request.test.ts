import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Admission, Grant } from './admission/admission.ts'
import { failureBudgetOf } from './admission/failure-budget.ts'
import { json, MAX_TEXT_BYTES, readAny, readText } from './body/response-body.ts'
import { apiKeyCredential } from './connection/credential.ts'
import type { Exchange } from './exchanges/exchange.ts'
import { fileNamesOf } from './exchanges/open-exchange.ts'
import { queryClientOf } from './queries/connection-query.ts'
import { failureScopeOf, listModelsOptions } from './queries/models.ts'
import { request, type ApiCall, type RequestOptions, type Result } from './request.ts'
import { API_KEY, BASE_URL, fakeClient, jsonResponse, openBody } from './testing/fake-world.ts'

const GET: ApiCall = { method: 'GET', path: '/models' }
const read = json((value) => value, 'JSON')
/** A person who does not stop. */
let never: AbortSignal

/** An admission that grants, and keeps the exchange it was settled with. */
function grants(more: Partial<Grant> = {}) {
  const settled: Exchange[] = []
  const admission: Admission = () => ({
    ok: true,
    ...more,
    settle: (exchange) => void settled.push(exchange),
  })
  return { admission, settled }
}

function isOpen({ outcome }: Exchange): boolean {
  return outcome === 'open'
}

beforeEach(() => {
  never = new AbortController().signal
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

describe('request', () => {
  test('default: sends once and closes its exchange with what came', async () => {
    const { client, world, connection } = fakeClient(() =>
      jsonResponse({ data: [1] }, { headers: { 'cf-ray': 'ray-1' } }),
    )
    const result = await request(client, connection, GET, { signal: never, read })
    expect(result).toMatchObject({ ok: true, value: { data: [1] } })
    expect(world.sent).toHaveLength(1)
    expect(world.sent[0]).toMatchObject({ url: `${BASE_URL}/models`, method: 'GET' })
    expect(new Map(world.sent[0]?.headers).get('authorization')).toBe(`Bearer ${API_KEY}`)
    const { exchange } = result
    expect(exchange).toMatchObject({ outcome: 'done', status: 200 })
    expect(exchange.unsent).toBeUndefined()
    expect(exchange.body).toMatchObject({ kind: 'json', value: { data: [1] } })
    expect(JSON.stringify(exchange)).not.toContain(API_KEY)
    expect(client.exchanges.store.getState().byId[exchange.id]).toEqual(exchange)
  })

  test('behavior: two clients share nothing', async () => {
    const one = fakeClient(() => jsonResponse({}))
    const two = fakeClient(() => jsonResponse({}))
    await request(one.client, one.connection, GET, { signal: never, read })
    expect(one.client.exchanges.store.getState().order).toHaveLength(1)
    expect(two.client.exchanges.store.getState().order).toHaveLength(0)
    expect(two.world.sent).toHaveLength(0)
  })

  test('behavior: a key goes to its own origin only', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const elsewhere = { ...connection, baseUrl: 'https://other.example.com/v1' }
    await request(client, elsewhere, GET, { signal: never, read })
    expect(new Map(world.sent[0]?.headers).has('authorization')).toBe(false)
  })

  test('behavior: redirects are refused and cookies stay at home', async () => {
    let seen: RequestInit | undefined
    const { client, connection } = fakeClient(() => jsonResponse({}), {
      fetch: (_, init) => {
        seen = init
        return Promise.resolve(jsonResponse({}))
      },
    })
    await request(client, connection, GET, { signal: never, read })
    expect(seen).toMatchObject({ redirect: 'error', credentials: 'omit', cache: 'no-store' })
  })

  test('behavior: the names of files in a body are recorded by their place, and are not sent', async () => {
    const { client, connection, world } = fakeClient(() => jsonResponse({}))
    const picture = `data:image/jpeg;base64,${'A'.repeat(2000)}`
    fileNamesOf(client).add(picture, 'photo.jpg')
    // As long, and other in one place only.
    fileNamesOf(client).add(picture.replace(/A$/, 'B'), 'other.jpg')
    const body = {
      messages: [
        { role: 'user', content: 'photo' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: picture } }] },
      ],
    }
    const call: ApiCall = { method: 'POST', path: '/chat/completions', body }
    const { exchange } = await request(client, connection, call, { signal: never, read })
    expect(exchange.request.fileNames).toEqual({
      'messages.1.content.0.image_url.url': 'photo.jpg',
    })
    expect(world.sent[0]?.body).toBe(JSON.stringify(body))
    expect(JSON.stringify(world.sent)).not.toContain('photo.jpg')

    const sealed = { admission: grants({ body: { messages: 'sealed' } }).admission }
    const encrypted = await request(client, connection, call, {
      signal: never,
      read,
      admit: [sealed.admission],
    })
    expect(JSON.stringify(encrypted.exchange)).not.toContain('photo.jpg')
  })

  test('behavior: the bytes of a form are bytes', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({}))
    const form = [
      { name: 'prompt', value: 'grün 🎨' },
      { name: 'image', value: { file: new Blob(['1234']), fileName: 'a.png' } },
    ]
    const { exchange } = await request(
      client,
      connection,
      { method: 'POST', path: '/image/edit', form },
      { signal: never, read },
    )
    expect(exchange.request.bytes).toBe(new TextEncoder().encode('grün 🎨').byteLength + 4)
    expect(exchange.request.form?.[1]).toEqual({
      name: 'image',
      fileName: 'a.png',
      mediaType: '',
      bytes: 4,
    })
  })

  test('behavior: an error status is a failure with its cause, and settles as sent', async () => {
    const { client, connection } = fakeClient(() =>
      jsonResponse({ error: 'No such character' }, { status: 404 }),
    )
    const { admission, settled } = grants()
    const result = await request(client, connection, GET, {
      signal: never,
      read,
      admit: [admission],
    })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not_found', status: 404 } })
    expect(settled).toEqual([result.exchange])
    expect(result.exchange).toMatchObject({ outcome: 'failed', status: 404 })
  })

  test('behavior: an error status counts even where its body is cut', async () => {
    const body = openBody({ status: 429, headers: { 'x-ratelimit-reset-requests': '1780000030' } })
    const { client, connection } = fakeClient(() => body.response)
    const pending = request(client, connection, GET, { signal: never, read })
    body.write('{"err')
    body.fail()
    const result = await pending
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'rate_limited', status: 429, retryAtMs: 1_780_000_030_000 },
    })
    expect(failureBudgetOf(client).log.getState().log?.failed).toMatchObject([{ status: 429 }])
  })

  test('behavior: a refusal that is wanted is a value', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({ error: 'x' }, { status: 404 }))
    const result = await request(client, connection, GET, {
      signal: never,
      read: json(() => undefined, 'nothing'),
      readRefusal: ({ status }) => (status === 404 ? 'none' : undefined),
    })
    expect(result).toMatchObject({ ok: true, value: 'none', exchange: { outcome: 'done' } })
  })

  test('error: what is not expected is said', async () => {
    const { client, connection } = fakeClient(() => new Response('<html>'))
    const result = await request(client, connection, GET, {
      signal: never,
      read: json((value) => value, 'a list of models'),
    })
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected_answer', message: 'Expected a list of models.' },
      exchange: { outcome: 'failed', body: { kind: 'text', text: '<html>' } },
    })
  })

  test('error: a body that is cut is a cut, with its cause', async () => {
    const body = openBody({ headers: { 'content-type': 'application/json' } })
    const { client, connection } = fakeClient(() => body.response)
    const pending = request(client, connection, GET, { signal: never, read })
    body.write('{"a":')
    body.fail()
    expect(await pending).toMatchObject({
      ok: false,
      failure: { kind: 'cut', cause: 'TypeError: network error' },
      exchange: { outcome: 'cut', status: 200 },
    })
  })

  test('error: a body without end is given up', async () => {
    const piece = new Uint8Array(MAX_TEXT_BYTES / 2)
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(piece),
      cancel: () => {
        cancelled = true
      },
    })
    const { client, connection } = fakeClient(() => new Response(body))
    const result = await request(client, connection, GET, { signal: never, read })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'answer_too_large' } })
    expect(cancelled).toBe(true)
  })

  test('error: no network is offline, an API out of reach is unreachable', async () => {
    const { client, world, connection } = fakeClient(() => Promise.reject(new TypeError('nope')))
    const unreachable = await request(client, connection, GET, { signal: never, read })
    expect(unreachable).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable', cause: 'TypeError: nope' },
    })
    world.setOnline(false)
    const offline = await request(client, connection, GET, { signal: never, read })
    expect(offline).toMatchObject({ ok: false, failure: { kind: 'offline' } })
    const local = { ...connection, baseUrl: 'http://127.0.0.1:4310/api/v1' }
    const loopback = await request(client, local, GET, { signal: never, read })
    expect(loopback).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
  })

  test('behavior: known to be offline, nothing is sent', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    client.network.store.setState({ offline: true })
    const result = await request(client, connection, GET, { signal: never, read })
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'offline' },
      exchange: { unsent: true, outcome: 'failed' },
    })
    expect(world.sent).toHaveLength(0)
  })

  test('behavior: an address that the page may not contact is not contacted', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const config = { mode: 'local' as const, providerName: 'vendor', apiOrigins: [] }
    client.connections.store.setState({ config })
    const result = await request(client, connection, GET, { signal: never, read })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'blocked_by_policy' } })
    expect(world.sent).toHaveLength(0)
    client.connections.store.setState({
      config: { ...config, apiOrigins: [new URL(BASE_URL).origin] },
    })
    expect(await request(client, connection, GET, { signal: never, read })).toMatchObject({
      ok: true,
    })
  })

  test('behavior: a credential that is declined sends nothing and says why', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const credential = {
      kind: 'wallet' as const,
      label: 'wallet',
      origin: new URL(BASE_URL).origin,
      authorize: () => Promise.reject(new Error('User rejected the request.')),
    }
    const result = await request(client, { ...connection, credential }, GET, {
      signal: never,
      read,
    })
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'declined', cause: 'Error: User rejected the request.' },
      exchange: { unsent: true },
    })
    expect(world.sent).toHaveLength(0)
    // What was not sent does not count as a failure of the credential.
    expect(failureBudgetOf(client).log.getState().log).toMatchObject({ failed: [], open: [] })
  })

  test('behavior: what a wallet repeats of the request it refused is not kept', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({}))
    const signature = `0x${'ab'.repeat(65)}`
    const refusal = `Refused ${signature}\nRequest Arguments: a private message`
    const credential = {
      kind: 'wallet' as const,
      label: 'wallet',
      origin: new URL(BASE_URL).origin,
      authorize: () => Promise.reject(new Error(refusal)),
    }
    const { exchange } = await request(client, { ...connection, credential }, GET, {
      signal: never,
      read,
    })
    expect(exchange.failure).toMatchObject({ cause: expect.stringMatching(/^Error: Refused /) })
    expect(JSON.stringify(exchange)).not.toMatch(/private message|abab/)
  })

  test('behavior: a response that repeats the key holds it nowhere', async () => {
    const repeated = `Incorrect API key provided: ${API_KEY}.`
    const { client, connection } = fakeClient(() =>
      jsonResponse({ error: repeated }, { status: 401, headers: { 'x-debug': API_KEY } }),
    )
    const result = await request(client, connection, GET, { signal: never, read })
    expect(JSON.stringify(result)).not.toContain(API_KEY)
    expect(JSON.stringify(client.exchanges.store.getState())).not.toContain(API_KEY)
    expect(result).toMatchObject({ ok: false, failure: { kind: 'authentication_failed' } })
  })

  test('behavior: late headers of another connection show no balance', async () => {
    const { client, connection } = fakeClient(() =>
      jsonResponse({}, { headers: { 'x-vendor-balance-usd': '123.45' } }),
    )
    client.connections.connectRemote(
      { id: 'other', name: 'Other', baseUrl: BASE_URL, providerName: 'vendor' },
      apiKeyCredential('k2', new URL(BASE_URL).origin),
    )
    await request(client, connection, GET, { signal: never, read })
    expect(client.accounts.current.getState().balanceMicroUsd).toBeUndefined()
    const { connection: current } = client.connections.store.getState()
    if (current === undefined) throw new Error('not connected')
    await request(client, current, GET, { signal: never, read })
    expect(client.accounts.current.getState().balanceMicroUsd).toBe(123_450_000)
  })

  test('behavior: a person who stops is told apart from a timeout', async () => {
    const { client, connection } = fakeClient(({ signal }) => openBody({}, signal).response)
    const controller = new AbortController()
    const stopped = request(client, connection, GET, {
      signal: controller.signal,
      read: readText,
      timeoutMs: 60_000,
    })
    await vi.advanceTimersByTimeAsync(10)
    controller.abort()
    expect(await stopped).toMatchObject({
      ok: false,
      failure: { kind: 'aborted' },
      exchange: { outcome: 'stopped' },
    })
    const late = request(client, connection, GET, {
      signal: never,
      read: readText,
      timeoutMs: 60_000,
    })
    await vi.advanceTimersByTimeAsync(60_000)
    const result = await late
    expect(result).toMatchObject({ ok: false, failure: { kind: 'stalled' } })
    expect(result.exchange).toMatchObject({ outcome: 'cut', failure: { kind: 'stalled' } })
  })

  test('behavior: what the page itself does wrong is not said of the network', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const { admission, settled } = grants()
    const result = await request(client, connection, GET, {
      signal: never,
      admit: [admission],
      read: () => {
        throw new RangeError('a fault')
      },
    })
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'page_error', cause: 'RangeError: a fault' },
      exchange: { outcome: 'failed' },
    })
    expect(settled).toEqual([result.exchange])
    expect(world.reported).toMatchObject([{ message: 'a fault' }])
  })

  test('behavior: a listener that throws breaks no request', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({ a: 1 }))
    client.exchanges.store.subscribe(() => {
      throw new Error('a view')
    })
    const seen: boolean[] = []
    client.exchanges.store.subscribe(() => void seen.push(true))
    const result = await request(client, connection, GET, { signal: never, read })
    expect(result).toMatchObject({ ok: true })
    expect(seen.length).toBeGreaterThan(0)
    expect(world.reported.length).toBe(seen.length)
  })

  test('behavior: a grant that cannot be settled keeps no other from it', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const { admission, settled } = grants()
    const broken: Admission = () => ({
      ok: true,
      settle: () => {
        throw new Error('disk')
      },
    })
    await request(client, connection, GET, { signal: never, read, admit: [admission, broken] })
    expect(settled).toHaveLength(1)
    expect(world.reported).toHaveLength(1)
  })

  test('behavior: a saved key that is not unlocked sends nothing and says what to do', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const asked: unknown[] = []
    const credential = {
      kind: 'api-key' as const,
      isSealed: true as const,
      label: 'saved key',
      origin: new URL(BASE_URL).origin,
      authorize: (pending: object) => {
        asked.push(pending)
        return Promise.reject(new Error('Keys are locked.'))
      },
    }
    for (const purpose of ['click', 'background'] as const)
      expect(
        await request(client, { ...connection, credential }, GET, { signal: never, read, purpose }),
      ).toMatchObject({
        ok: false,
        failure: { kind: 'key_unavailable', message: 'Keys are locked.' },
      })
    expect(asked).toMatchObject([{ isBackground: false }, { isBackground: true }])
    expect(world.sent).toHaveLength(0)
  })

  test('behavior: the first refusal ends it, and what was granted is settled as unsent', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const { admission, settled } = grants()
    let asked = false
    const result = await request(client, connection, GET, {
      signal: never,
      read,
      admit: [
        admission,
        () => ({ ok: false, failure: { kind: 'declined', message: 'no' } }),
        () => {
          asked = true
          return { ok: true }
        },
      ],
    })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'declined' } })
    expect(asked).toBe(false)
    expect(settled).toMatchObject([{ unsent: true, outcome: 'failed' }])
    expect(world.sent).toHaveLength(0)
  })

  test('behavior: a file is read as a file, and cut as one', async () => {
    const png = new Blob(['\x89PNG'], { type: 'image/png' })
    const { client, connection } = fakeClient(() => new Response(png))
    const whole = await request(client, connection, GET, { signal: never, read: readAny })
    expect(whole).toMatchObject({ ok: true, value: { kind: 'file', mediaType: 'image/png' } })
    const body = openBody({ headers: { 'content-type': 'image/png' } })
    const other = fakeClient(() => body.response)
    const pending = request(other.client, other.connection, GET, { signal: never, read: readAny })
    body.write('1')
    body.fail()
    expect(await pending).toMatchObject({ ok: false, failure: { kind: 'cut' } })
  })
})

describe('request, stopped at every step', () => {
  /** Everything a request waits for, each held until the test lets it go on. */
  const STEPS = ['admission', 'credential', 'fetch', 'body'] as const

  async function stopAt(step: (typeof STEPS)[number]) {
    const controller = new AbortController()
    let reached: () => void = () => undefined
    const arrival = new Promise<void>((resolve) => {
      reached = resolve
    })
    /** Waits for ever, as the step would, until it is aborted. */
    const hold = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        reached()
      })
    const { client, world, connection } = fakeClient(({ signal }) => {
      if (step === 'fetch') return hold(signal)
      return openBody({}, signal).response
    })
    const { admission, settled } = grants()
    const options: RequestOptions<unknown> = {
      signal: controller.signal,
      read: (incoming) => {
        if (step === 'body') reached()
        return readText(incoming)
      },
      admit: [
        admission,
        async (_, signal) => {
          if (step !== 'admission') return { ok: true }
          await hold(signal).catch(() => undefined)
          return { ok: false, failure: { kind: 'declined', message: '' } }
        },
      ],
    }
    const credential = {
      kind: 'wallet' as const,
      label: 'wallet',
      origin: new URL(BASE_URL).origin,
      authorize: async (_: unknown, signal: AbortSignal) =>
        step === 'credential' ? hold(signal) : [['SIGN-IN-WITH-X', 'signed-header'] as const],
    }
    const paying = { ...connection, credential }
    client.connections.store.setState({ connection: paying, open: [paying] })
    const pending = request(client, paying, GET, options)
    await arrival
    controller.abort()
    const result: Result<unknown> = await pending
    return { result, client, world, settled }
  }

  test.for(STEPS)('%s: nothing stays open, and what left is known', async (step) => {
    const { result, client, world, settled } = await stopAt(step)
    const left = step === 'fetch' || step === 'body'
    expect(result).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
    expect(result.exchange.outcome).toBe('stopped')
    expect(result.exchange.unsent).toBe(left ? undefined : true)
    expect(world.sent).toHaveLength(left ? 1 : 0)
    expect(settled).toEqual([result.exchange])
    const { byId } = client.exchanges.store.getState()
    expect(Object.values(byId).filter(isOpen)).toEqual([])
    const log = failureBudgetOf(client).log.getState().log
    expect(log?.open ?? []).toEqual([])
    expect(log?.failed ?? []).toHaveLength(step === 'fetch' ? 1 : 0)
    expect(world.reported).toEqual([])
  })

  test('before anything: not even an admission is asked', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const { admission, settled } = grants()
    const result = await request(client, connection, GET, {
      signal: AbortSignal.abort(),
      read,
      admit: [admission],
    })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
    expect(settled).toEqual([])
    expect(world.sent).toHaveLength(0)
  })

  test('while a long body is written: nothing is sent', async () => {
    const { client, world, connection } = fakeClient(() => jsonResponse({}))
    const controller = new AbortController()
    const long: ApiCall = { method: 'POST', path: '/x', body: { file: 'a'.repeat(2_000_000) } }
    const { admission, settled } = grants()
    const pending = request(client, connection, long, {
      signal: controller.signal,
      read,
      admit: [admission],
    })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await pending).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
    expect(settled).toMatchObject([{ unsent: true }])
    expect(world.sent).toHaveLength(0)
  })
})

test('failures of one model count together, under whatever name it was requested', async () => {
  const { client, world, connection } = fakeClient(() =>
    jsonResponse(
      { error: 'x' },
      { status: 400, headers: { 'x-ratelimit-remaining': '1', 'x-ratelimit-resets': '30000' } },
    ),
  )
  const models = [{ id: 'large-3.3', model_spec: { traits: ['fastest'] } }]
  queryClientOf(client).setQueryData(listModelsOptions(client, connection).queryKey, models)
  const send = (model: string) =>
    request(
      client,
      connection,
      { method: 'POST', path: '/chat/completions', body: { model } },
      {
        signal: new AbortController().signal,
        read: json((body) => body, 'x'),
        failureScope: () => failureScopeOf(client, connection, { model }),
      },
    )
  await send('large-3.3')
  await send('maker/Large_3.3')
  const results = [await send('fastest'), await send('large-3.3:enable_web_search=on')]
  expect(results).toMatchObject([{ failure: { kind: 'paused' } }, { failure: { kind: 'paused' } }])
  expect(world.sent).toHaveLength(2)
  expect((await send('other')).exchange.status).toBe(400)
})

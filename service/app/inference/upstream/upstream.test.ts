import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

import type { OutboundPolicy } from '../../../node/outbound/outbound-policy.ts'
import { completionOf } from '../../../testing/completion.ts'
import { chunksOf, dataLines, textOf } from '../../../testing/read-stream.ts'
import { startStandInInternet } from '../../../testing/stand-in-internet.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import { createUpstream } from './upstream.ts'

/** A PNG of 64 × 64 px. */
const PIXELS = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAJUlEQVR4nO3BMQEAAADCoPVPbQhfoAAAAAAAAAAAAAAAAAAAeAMwQAABN8p2lQAAAABJRU5ErkJggg==',
  'base64',
)

/** A second server, independent of ours: it remembers what it got and answers as a test tells it. */
interface OtherServer {
  url: string
  seen: { url: string; headers: IncomingMessage['headers']; body: string }[]
  hungUp: Promise<unknown>
  close(): void
}

type Answer = (response: ServerResponse) => void

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function otherServer(chat: Answer, list?: Answer): Promise<OtherServer> {
  const seen: OtherServer['seen'] = []
  let noteHangUp: (value: unknown) => void = () => undefined
  const hungUp = new Promise((resolve) => {
    noteHangUp = resolve
  })
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body })
      response.on('close', () => {
        if (!response.writableEnded) noteHangUp(true)
      })
      const models = [{ id: 'tiny:1b' }, { id: 'sandbox-chat' }, { id: 'gpt-4o' }]
      if (!request.url?.startsWith('/v1/models')) chat(response)
      else if (list) list(response)
      else response.end(JSON.stringify({ data: models }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  ends.push(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    hungUp,
    close,
  }
}

async function serviceFor(
  flag: '--upstream' | '--relay',
  url: string,
  flags: string[] = [],
  outboundPolicy?: OutboundPolicy,
): Promise<TestService> {
  const service = await startTestService({
    flags: [flag, url, ...flags],
    ...(outboundPolicy === undefined ? {} : { outboundPolicy }),
    env: { VENDOR_UPSTREAM_KEY: 'upstream-key' },
  })
  ends.push(() => service.stop())
  return service
}

/** What the start says about the upstream servers. */
async function startLines(service: TestService): Promise<string> {
  return (await Promise.all(service.describeUpstreams())).join('\n')
}

const json =
  (body: unknown, status = 200): Answer =>
  (response) => {
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '3' })
      .end(JSON.stringify(body))
  }

const events =
  (...chunks: unknown[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const chunk of chunks)
      response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\r\n\r\n`)
    response.end()
  }

const delta = (content: string, finish_reason: string | null = null) => ({
  id: 'u',
  choices: [{ index: 0, delta: { content }, finish_reason }],
})

describe('an upstream server', () => {
  it('has its models beside the built-in ones, whose ids win', async () => {
    const other = await otherServer(json({}))
    const service = await serviceFor('--upstream', other.url)
    const { data } = (await (await service.call('/models')).json()) as {
      data: { id: string; model_spec: { tier?: string; privacy?: string } }[]
    }
    expect(data.find(({ id }) => id === 'tiny:1b')?.model_spec).toEqual({ name: 'tiny:1b' })
    expect(await startLines(service)).toContain('was reached; it lists 3 models')
    expect(data.map(({ id }) => id).slice(-2)).toEqual(['tiny:1b', 'gpt-4o'])
    expect(data.filter(({ id }) => id === 'sandbox-chat')).toHaveLength(1)
    expect(data.find(({ id }) => id === 'sandbox-chat')?.model_spec.tier).toBe('S')
    expect((await service.chat('x')).headers.get('x-vendor-model-id')).toBe('sandbox-chat')
    expect(other.seen.every(({ url }) => url === '/v1/models')).toBe(true)
  })

  // maximhq/bifrost#6711, songquanpeng/one-api#128
  it('may list its models in another shape, and what was not understood is counted', async () => {
    const list = [
      { id: 'a/b', type: 'chat' },
      { name: 'c:8b' },
      'd',
      { id: 'e', type: 'rerank' },
      null,
    ]
    const other = await otherServer(json({}), json(list))
    const service = await serviceFor('--upstream', other.url)
    const { data } = (await (await service.call('/models')).json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id).slice(-3)).toEqual(['a/b', 'c:8b', 'd'])
    expect(await startLines(service)).toContain('lists 4 models. 1 entry was not understood.')
  })

  it('gets the request without our own parameters, with our key instead of the caller’s', async () => {
    const other = await otherServer(
      json({
        id: 'u',
        object: 'chat.completion',
        created: 1,
        model: 'whatever',
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: 'hi', reasoning: 'hm' },
          },
        ],
        usage: { prompt_tokens: 11, completion_tokens: 22, total_tokens: 33 },
      }),
    )
    const service = await serviceFor('--upstream', other.url)
    const response = await service.chat('x', {
      model: 'tiny:1b:enable_web_search=on',
      vendor_parameters: { enable_web_citations: true },
      extra: 1,
    })
    const body: unknown = await response.json()
    expect(body).toMatchObject({
      model: 'tiny:1b',
      choices: [{ message: { content: 'hi', reasoning_content: 'hm' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 22 },
      cost: { usd: 0, diem: 0 },
    })
    const sent = other.seen.find(({ url }) => url === '/v1/chat/completions')
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      model: 'tiny:1b',
      messages: [{ role: 'user', content: 'x' }],
      extra: 1,
    })
    expect(sent?.headers.authorization).toBe('Bearer upstream-key')
  })

  it('sees files as their text, and gets no address to fetch', async () => {
    const other = await otherServer(events(delta('hi', 'stop'), '[DONE]'))
    const internet = await startStandInInternet((_request, response) => {
      response.end(PIXELS)
    })
    ends.push(() => internet.stop())
    const service = await serviceFor('--upstream', other.url, [], internet.policy)
    const photo = { type: 'image_url', image_url: { url: 'http://a.example/photo', detail: 'low' } }
    const data = `data:text/csv;base64,${Buffer.from('a,b').toString('base64')}`
    const response = await service.call('/chat/completions', {
      model: 'tiny:1b',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            photo,
            { type: 'file', file: { file_data: data, filename: 'a.csv' } },
          ],
        },
      ],
    })
    await response.text()
    const sent = other.seen.find(({ url }) => url === '/v1/chat/completions')
    expect(JSON.parse(sent?.body ?? '').messages).toEqual([
      { role: 'system', content: 'Be brief' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          {
            ...photo,
            image_url: { detail: 'low', url: `data:image/png;base64,${PIXELS.toString('base64')}` },
          },
          { type: 'text', text: 'File "a.csv":\na,b' },
        ],
      },
    ])
  })

  it('is preferred over a compatibility mapping of the same name', async () => {
    const other = await otherServer(
      json({ id: 'u', object: 'chat.completion', created: 1, model: 'gpt-4o', choices: [] }),
    )
    const service = await serviceFor('--upstream', other.url)
    expect((await service.chat('x', { model: 'gpt-4o' })).headers.get('x-vendor-model-id')).toBe(
      'gpt-4o',
    )
  })

  it('streams through, re-encoded, with its own counts', async () => {
    const other = await otherServer(
      events(
        {
          id: 'u',
          choices: [{ index: 0, delta: { role: 'assistant', reasoning_content: 'think' } }],
        },
        delta('Hel'),
        delta('lo'),
        delta('', 'stop'),
        {
          id: 'u',
          choices: [],
          usage: { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 },
        },
        '[DONE]',
      ),
    )
    const service = await serviceFor('--upstream', other.url)
    const response = await service.chat('x', { model: 'tiny:1b', stream: true })
    const chunks = await chunksOf(response)
    expect(textOf(chunks)).toBe('Hello')
    expect(chunks.every(({ id, model }) => id === 'u' && model === 'tiny:1b')).toBe(true)
    expect(chunks.at(-1)).toMatchObject({ usage: { prompt_tokens: 5, completion_tokens: 9 } })
    expect(JSON.parse(other.seen.at(-1)?.body ?? '')).toMatchObject({
      stream_options: { include_usage: true },
    })
  })

  it.each([true, false])(
    'behavior: has its id and its counts passed on as they came, streamed %s',
    async (stream) => {
      const usage = {
        prompt_tokens: 1,
        completion_tokens: 12,
        total_tokens: 38,
        completion_tokens_details: { reasoning_tokens: 25 },
        prompt_eval_ms: 7,
      }
      const message = { role: 'assistant', content: 'hi' }
      const whole = json({
        id: 'chatcmpl-theirs',
        object: 'chat.completion',
        created: 1,
        model: 'tiny:1b',
        choices: [{ index: 0, finish_reason: 'stop', message }],
        usage,
      })
      const first = { ...delta('hi', 'stop'), id: 'chatcmpl-theirs' }
      const last = { id: 'chatcmpl-theirs', choices: [], usage }
      const other = await otherServer(stream ? events(first, last, '[DONE]') : whole)
      const service = await serviceFor('--upstream', other.url)
      const response = await service.chat('x', { model: 'tiny:1b', stream })
      const answers = stream ? await chunksOf(response) : [await completionOf(response)]
      expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(['chatcmpl-theirs']))
      expect(answers.at(-1)?.usage).toEqual(usage)
    },
  )

  it('behavior: without a list of models gets every id that is not built in, and the start says so', async () => {
    const answer = { id: 'u', object: 'chat.completion', created: 1, model: 'x', choices: [] }
    const other = await otherServer(json(answer), json({ error: 'nothing here' }, 404))
    const service = await serviceFor('--upstream', other.url)
    expect(await startLines(service)).toContain('was reached, but has no /models endpoint (404)')
    const response = await service.chat('x', { model: 'made:up' })
    expect([response.status, response.headers.get('x-vendor-model-id')]).toEqual([200, 'made:up'])
    expect(JSON.parse(other.seen.at(-1)?.body ?? '')).toMatchObject({ model: 'made:up' })
    expect((await service.chat('x')).headers.get('x-vendor-model-id')).toBe('sandbox-chat')
  })

  it.each([
    ['an error', json({ error: { message: 'Wrong key upstream-key here' } }, 400)],
    ['a failure', json({ error: 'upstream\u002dkey was used' }, 500)],
    [
      'plain text',
      (response: ServerResponse) => void response.writeHead(500).end('key: upstream-key'),
    ],
    ['an error in the stream', events(delta('a'), { error: { message: 'upstream-key is wrong' } })],
    ['an error with status 200', json({ error: { message: 'upstream-key is wrong' } })],
    ['its words', events(delta('Use upstream-key.', 'stop'), '[DONE]')],
    [
      'pieces of its words',
      events(delta('Use upst'), delta('ream-k'), delta('ey.', 'stop'), '[DONE]'),
    ],
    ['a whole response', json({ choices: [{ message: { content: 'It is upstream-key.' } }] })],
  ])('behavior: whatever repeats its key in %s, no client gets it', async (_what, answer) => {
    const other = await otherServer(answer)
    const service = await serviceFor('--upstream', other.url)
    for (const stream of [true, false]) {
      const text = await (await service.chat('x', { model: 'tiny:1b', stream })).text()
      const pieces = [...text.matchAll(/"content":"([^"]*)"/g)].map(([, piece]) => piece).join('')
      expect(text + pieces).not.toContain('upstream-key')
      expect(text).toContain('<redacted')
    }
  })

  it('behavior: that was never reached is named at the start and in the answer', async () => {
    const other = await otherServer(json({}))
    other.close()
    const service = await serviceFor('--upstream', other.url)
    expect(await startLines(service)).toContain(`${other.url} can't be reached (ECONNREFUSED)`)
    const response = await service.chat('x', { model: 'tiny:1b' })
    expect(response.status).toBe(502)
    expect(await response.text()).toContain("can't be reached (ECONNREFUSED)")
  })

  it('behavior: that refuses to list its models says which key it wants', async () => {
    const other = await otherServer(json({}), json({}, 401))
    const service = await serviceFor('--upstream', other.url)
    expect(await startLines(service)).toContain('VENDOR_UPSTREAM_KEY')
  })

  it('behavior: whose base URL lacks the version segment is told where its API is', async () => {
    const other = await otherServer(json({}))
    const service = await serviceFor('--upstream', new URL(other.url).origin)
    expect(await startLines(service)).toContain(`Its API is at ${other.url}: use that base URL.`)
  })

  it.each([
    ['ECONNREFUSED', 'Nothing listens on port 8000: start the server, or correct its port.'],
    ['ENOTFOUND', 'The name gpu.example was not found: check the URL and the network.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'Its certificate is not trusted here'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'It does not use HTTPS: try http:// in its URL.'],
    ['ECONNRESET', 'Check its URL, and that it runs.'],
  ])('behavior: that fails with %s is told with what to do', async (code, advice) => {
    const cause = Object.assign(new Error('no'), { code })
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }))
    ends.push(() => vi.restoreAllMocks())
    const { describe } = createUpstream({ baseUrl: 'https://gpu.example:8000/v1', key: undefined })
    expect(await describe()).toContain(`can't be reached (${code}). ${advice}`)
  })

  it('is counted by our own rule when it does not count', async () => {
    const other = await otherServer(events(delta('Hello world', 'stop'), '[DONE]'))
    const service = await serviceFor('--upstream', other.url)
    const chunks = await chunksOf(await service.chat('x', { model: 'tiny:1b', stream: true }))
    expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 4 })
  })

  it.each([
    ['ends without finishing', events(delta('Hel'))],
    [
      'breaks off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        response.write(`data: ${JSON.stringify(delta('Hel'))}\n\n`, () => response.destroy())
      },
    ],
    ['sends an error event', events(delta('Hel'), { error: { message: 'boom', code: 'x' } })],
    ['sends no JSON', events(delta('Hel'), 'oops')],
  ] satisfies [string, Answer][])(
    'is told as an error in the stream when it %s',
    async (_, answer) => {
      const service = await serviceFor('--upstream', (await otherServer(answer)).url)
      const lines = await dataLines(await service.chat('x', { model: 'tiny:1b', stream: true }))
      expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({
        error: { type: 'api_error', code: 'upstream_error' },
      })
      expect(lines.at(-1)).toBe('[DONE]')
    },
  )

  it.each([
    [400, 400],
    [401, 502],
    [404, 404],
    [410, 410],
    [429, 429],
    [418, 502],
    [500, 500],
    [503, 503],
    [504, 504],
  ])('answering %i is a %i for our caller', async (theirs, ours) => {
    const service = await serviceFor(
      '--upstream',
      (await otherServer(json({ error: { message: 'their words' } }, theirs))).url,
    )
    const response = await service.chat('x', { model: 'tiny:1b' })
    expect(response.status).toBe(ours)
    expect(await response.json()).toMatchObject({ error: expect.any(String) })
    expect(response.headers.get('retry-after')).toBe([429, 503].includes(ours) ? '3' : null)
  })

  it('behavior: that does not say that it streams is read as a stream all the same', async () => {
    const untyped: Answer = (response) => {
      for (const chunk of [JSON.stringify(delta('hi', 'stop')), '[DONE]'])
        response.write(`data: ${chunk}\n\n`)
      response.end()
    }
    const service = await serviceFor('--upstream', (await otherServer(untyped)).url)
    const response = await service.chat('x', { model: 'tiny:1b', stream: true })
    expect(textOf(await chunksOf(response))).toBe('hi')
  })

  it('behavior: that refuses in plain text is quoted', async () => {
    const refuse: Answer = (response) => response.writeHead(400).end('Use a model of this server.')
    const service = await serviceFor('--upstream', (await otherServer(refuse)).url)
    const response = await service.chat('x', { model: 'tiny:1b' })
    expect(await response.json()).toMatchObject({ error: 'Use a model of this server.' })
  })

  it('behavior: that leaves out what a response does not need is understood', async () => {
    const choices = [{ message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }]
    const short = json({ id: 'u', object: 'chat.completion', model: 'tiny:1b', choices })
    const service = await serviceFor('--upstream', (await otherServer(short)).url)
    const { choices: received, created } = await completionOf(
      await service.chat('x', { model: 'tiny:1b' }),
    )
    expect(received?.[0]).toMatchObject({ index: 0, message: { content: 'hi' } })
    expect(created).toBeGreaterThan(1_700_000_000)
  })

  it('behavior: that wants headers of its own gets them, and says so when it does not', async () => {
    const message = 'The header x-provider is required'
    const refuse = json({ status: 'failure', message }, 400)
    const other = await otherServer(refuse, refuse)
    const service = await startTestService({
      flags: ['--upstream', `gateway=${other.url}`],
      env: { VENDOR_UPSTREAM_HEADERS_GATEWAY: '{"x-provider":"any"}' },
    })
    ends.push(() => service.stop())
    expect(await startLines(service)).toContain(
      `was reached, but didn't list its models (400: ${message}).`,
    )
    expect(other.seen[0]?.headers['x-provider']).toBe('any')
  })

  it('that cannot be reached is a 502 that says so, and the built-in models go on', async () => {
    const other = await otherServer(json({}))
    const service = await serviceFor('--upstream', other.url)
    await service.call('/models')
    other.close()
    const response = await service.chat('x', { model: 'tiny:1b' })
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining("can't be reached"),
    })
    expect((await service.chat('x')).status).toBe(200)
  })

  it('is hung up on when our caller goes away', async () => {
    const other = await otherServer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(delta('Hel'))}\n\n`)
    })
    const service = await serviceFor('--upstream', other.url)
    const response = await service.chat('x', { model: 'tiny:1b', stream: true })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(await other.hungUp).toBe(true)
  })
})

describe('several upstream servers', () => {
  const answer = json({
    id: 'u',
    object: 'chat.completion',
    created: 1,
    model: 'tiny:1b',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hi' } }],
  })

  it('behavior: have their models under their names, and each gets its own requests and key', async () => {
    const [gpu, cloud] = [await otherServer(answer), await otherServer(answer)]
    const service = await startTestService({
      flags: ['--upstream', `my-gpu=${gpu.url}`, '--upstream', `Cloud=${cloud.url}`],
      env: { VENDOR_UPSTREAM_KEY_MY_GPU: 'gpu-key', VENDOR_UPSTREAM_KEY_CLOUD: 'cloud-key' },
    })
    ends.push(() => service.stop())
    const { data } = (await (await service.call('/models')).json()) as {
      data: { id: string; owned_by?: string; model_spec: { name?: string } }[]
    }
    expect(data.slice(-6).map(({ id }) => id)).toEqual(
      ['my-gpu', 'Cloud'].flatMap((name) =>
        ['tiny:1b', 'sandbox-chat', 'gpt-4o'].map((id) => `${name}/${id}`),
      ),
    )
    expect(data.at(-1)).toMatchObject({ owned_by: 'Cloud', model_spec: { name: 'gpt-4o' } })

    const response = await service.chat('x', { model: 'Cloud/tiny:1b' })
    expect(response.headers.get('x-vendor-model-id')).toBe('Cloud/tiny:1b')
    expect(await response.json()).toMatchObject({ id: 'u', model: 'Cloud/tiny:1b' })
    const sent = cloud.seen.find(({ url }) => url === '/v1/chat/completions')
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ model: 'tiny:1b' })
    expect(sent?.headers.authorization).toBe('Bearer cloud-key')
    expect(gpu.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer gpu-key'])
    expect((await service.chat('x', { model: 'tiny:1b' })).status).toBe(404)
  })

  it('behavior: of which one is down are each told at the start, and the other goes on', async () => {
    const [up, down] = [await otherServer(answer), await otherServer(answer, json({}, 401))]
    const service = await startTestService({
      flags: ['--upstream', `up=${up.url}`, '--upstream', `down=${down.url}`],
    })
    ends.push(() => service.stop())
    expect(await Promise.all(service.describeUpstreams())).toEqual([
      `The upstream server up (${up.url}) was reached; it lists 3 models.`,
      `The upstream server down (${down.url}) was reached, but didn't list its models (401). Set its key in VENDOR_UPSTREAM_KEY_DOWN. Model IDs that start with down/ are still forwarded to it.`,
    ])
    down.close()
    const refused = await service.chat('x', { model: 'down/any' })
    expect([refused.status, await refused.text()]).toEqual([
      502,
      expect.stringContaining("can't be reached (ECONNREFUSED)"),
    ])
    expect((await service.chat('x', { model: 'up/tiny:1b' })).status).toBe(200)
  })
})

describe('a relay', () => {
  it('passes method, path, query, body, status, headers and bytes on, untouched', async () => {
    const other = await otherServer((response) => {
      response.writeHead(402, {
        'Content-Type': 'application/json',
        'CF-RAY': 'theirs-ZRH',
        'x-vendor-version': '20250101.000000',
        'PAYMENT-REQUIRED': 'abc',
        'Set-Cookie': 'a=b',
        'X-New-Header': '1',
      })
      response.end('{"x402Version":2}')
    })
    const service = await serviceFor('--relay', other.url)
    const response = await service.call(
      '/some/path?a=1',
      { x: 1 },
      { Authorization: 'Bearer callers-own', Origin: service.origin },
    )
    expect(response.status).toBe(402)
    expect(await response.text()).toBe('{"x402Version":2}')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cf-ray': 'theirs-ZRH',
      'x-vendor-version': '20250101.000000',
      'payment-required': 'abc',
      'x-new-header': '1',
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    const [request] = other.seen
    expect([request?.url, request?.body, request?.headers.authorization]).toEqual([
      '/v1/some/path?a=1',
      '{"x":1}',
      'Bearer callers-own',
    ])
    expect(request?.headers.origin).toBeUndefined()
  })

  it('streams as the other service does', async () => {
    let finish: () => void = () => undefined
    const other = await otherServer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('data: 1\n\n')
      finish = () => response.end('data: [DONE]\n\n')
    })
    const service = await serviceFor('--relay', other.url)
    const reader = (await service.chat('x', { stream: true })).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    finish()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: [DONE]\n\n')
  })

  it('breaks off where the other service does', async () => {
    const other = await otherServer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('data: 1\n\n', () => response.destroy())
    })
    const service = await serviceFor('--relay', other.url)
    const response = await service.chat('x', { stream: true })
    await expect(response.text()).rejects.toBeInstanceOf(Error)
  })

  it('keeps the local key to itself, and says in its configuration what it is', async () => {
    const other = await otherServer(json({}))
    const service = await serviceFor('--relay', other.url)
    expect(service.apiKey).toBe('')
    const config: unknown = await (
      await fetch(`${service.origin}/config.json`, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
    ).json()
    expect(config).toMatchObject({ mode: 'relay' })
    expect(config).not.toHaveProperty('apiKey')
  })

  it('behavior: is a 502 when the other service switches to another protocol', async () => {
    const other = await otherServer((response) => {
      response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      )
    })
    const service = await serviceFor('--relay', other.url)
    const response = await service.chat('x')
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('101') })
  })

  it('is a 502 when the other service cannot be reached', async () => {
    const other = await otherServer(json({}))
    const service = await serviceFor('--relay', other.url)
    other.close()
    expect((await service.call('/models')).status).toBe(502)
  })
})

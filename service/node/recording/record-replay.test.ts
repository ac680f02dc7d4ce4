import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Hono } from 'hono'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'

import type { AppEnvironment } from '../../app/http/app-environment.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'
import { readRecordings } from './read-recordings.ts'
import { createRecorder } from './record.ts'
import { createReplay } from './replay.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'recordings-'))
  ending.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function started(...flags: string[]): Promise<TestService> {
  const service = await startTestService({ flags: ['--rate', '0', ...flags] })
  ending.push(() => service.stop())
  return service
}

/** Random numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const connection = {
  remoteAddress: '127.0.0.1',
  headerCount: 1,
  body: 'complete' as const,
  onBodyEnd: () => undefined,
  onBodyClose: () => undefined,
  onClose: () => undefined,
  drop: async () => undefined,
  isDropped: false,
}

test('behavior: 100 recorded requests replay to the byte, with the same splits at the same times', async () => {
  const random = randomFrom(7)
  const directory = folder()
  let now = 0
  const made = Array.from({ length: 100 }, (_, index) => {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 12) },
      (_event, at) => `data: {"choices":[{"delta":{"content":"${index} ünï 🙂 ${at}"}}]}\n\n`,
    ).join('')
    const bytes = Buffer.from(`${text}data: [DONE]\n\n`)
    const chunks: { wait: number; bytes: Buffer }[] = []
    // Splits fall anywhere, within characters too.
    for (let at = 0; at < bytes.length;) {
      const length = 1 + Math.floor(random() * 60)
      chunks.push({ wait: Math.floor(random() * 400), bytes: bytes.subarray(at, at + length) })
      at += length
    }
    return { chunks, status: index % 9 === 0 ? 429 : 200 }
  })
  const arrived: number[][] = []
  let index = 0
  const recorder = createRecorder(directory, {
    now: () => now,
    warn: (message) => expect.unreachable(message),
    fetch: async () => {
      const { chunks, status } = made[index] ?? { chunks: [], status: 500 }
      const times: number[] = []
      const startedAt = now
      arrived.push(times)
      index += 1
      const left = [...chunks]
      now += 20
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            const chunk = left.shift()
            if (chunk === undefined) return controller.close()
            now += chunk.wait
            times.push(now - startedAt)
            controller.enqueue(chunk.bytes)
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body, {
        status,
        headers: { 'content-type': 'text/event-stream', 'x-vendor-model-id': `m${index}` },
      })
    },
  })
  const requestOf = (at: number) =>
    new Request('http://localhost/api/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer some-key' },
      body: JSON.stringify({ model: 'm', seed: at }),
    })
  for (let at = 0; at < made.length; at += 1)
    await (await recorder.fetch(requestOf(at), connection)).arrayBuffer()
  await recorder.settle()
  expect(readdirSync(directory)).toHaveLength(100)

  const replay = createReplay(readRecordings(directory).recordings, {
    now: () => now,
    wait: async (ms) => void (now += ms),
  })
  const app = new Hono<AppEnvironment>()
  app.all('/api/v1/*', replay)
  for (const [at, { chunks, status }] of made.entries()) {
    const startedAt = now
    const response = await app.fetch(requestOf(at))
    expect(response.status).toBe(status)
    expect(response.headers.get('x-vendor-model-id')).toBe(`m${at + 1}`)
    expect(now - startedAt).toBe(20)
    const times: number[] = []
    const pieces: Buffer[] = []
    for await (const piece of response.body ?? []) {
      times.push(now - startedAt)
      pieces.push(Buffer.from(piece))
    }
    expect(pieces.map(String)).toEqual(chunks.map(({ bytes }) => String(bytes)))
    expect(Buffer.concat(pieces).equals(Buffer.concat(chunks.map(({ bytes }) => bytes)))).toBe(true)
    expect(times).toEqual(arrived[at])
  }
})

test('behavior: the openai client does on a recording what it did while it was recorded', async () => {
  const directory = folder()
  const live = await started('--record', directory)
  const run = async ({ baseUrl, apiKey }: TestService) => {
    const client = new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: 0 })
    const ask = (content: string) => ({
      model: 'sandbox-chat',
      messages: [{ role: 'user' as const, content }],
    })
    const whole = await client.chat.completions.create(ask('Hello'))
    const chunks: unknown[] = []
    for await (const chunk of await client.chat.completions.create({
      ...ask('/tokens 30'),
      stream: true,
    }))
      chunks.push(chunk)
    const refused = await client.chat.completions
      .create({ ...ask('Hello'), model: 'no-such-model' })
      .catch((error: unknown) => error)
    const cut = await (async () => {
      for await (const chunk of await client.chat.completions.create({
        ...ask('/cut 5'),
        stream: true,
      }))
        chunks.push(chunk)
    })().catch((error: unknown) => String(error))
    const dropped = await client.chat.completions
      .create(ask('/cut 5'))
      .catch((error: unknown) => String(error))
    const models = await client.models.list()
    const again = [
      await client.chat.completions.create(ask('/report')),
      await client.chat.completions.create(ask('/report')),
    ]
    return JSON.parse(
      JSON.stringify({ whole, chunks, refused, cut, dropped, models, again }),
    ) as Record<string, unknown>
  }
  const seen = await run(live)
  await live.stop()
  const replayed = await run(await started('--replay', directory, '--replay-fast'))
  const headers = { headers: expect.anything() }
  expect(replayed).toEqual({ ...seen, refused: { ...(seen['refused'] as object), ...headers } })
  expect(replayed['cut']).toBeDefined()
})

test('behavior: no planted secret is in a recording, however it was sent or returned', async () => {
  const directory = folder()
  const key = (index: number) => `sk-planted${index}abcdefghijklmnop${index}`
  const plain = '3f2a9c41-77b0-4f6e-9a53-0c1d2e3f4a5b'
  const planted = {
    headers: {
      authorization: `Bearer ${plain}`,
      cookie: `session=${key(1)}; other=secretcookievalue`,
      'x-api-key': key(2),
      'sign-in-with-x': Buffer.from(JSON.stringify({ signature: key(3) })).toString('base64'),
      'x-402-payment': key(4),
      'payment-signature': key(5),
      'x-unknown': key(6),
      'proxy-authorization': key(7),
    },
    body: {
      model: 'm',
      api_key: 'short-key-8',
      nested: { authorization: 'short-key-9', password: 'short-key-10', secret: 'short-key-11' },
      signature: 'short-signature-12',
      transaction: 'short-transaction-13',
      nonce: 'short-nonce-14',
      messages: [
        { role: 'user', content: `my key is ${key(15)}, my token: ${key(16)} and ${plain}` },
        { role: 'user', content: `0x${'ab'.repeat(70)}` },
        { role: 'user', content: `data:image/png;base64,UNIQUEBYTES17` },
        { role: 'user', content: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2ln' },
      ],
    },
    query: `?api_key=short-key-19&token=short-key-20&text=${encodeURIComponent(key(21))}`,
  }
  const events = [
    // A secret that comes in pieces.
    ...Array.from(`Your key: ${key(22)} and ${plain}.`, (letter) => ({
      choices: [{ index: 0, delta: { content: letter } }],
    })),
    {
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, function: { arguments: '{"a":"sk-planted23abc' } }] },
        },
      ],
    },
    {
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, function: { arguments: 'defghijklmnop23"}' } }] },
        },
      ],
    },
    { balanceUsd: 987.654321, balances: { USD: 876.54, DIEM: '765.43' } },
    { data: { apiKey: 'short-key-26' } },
  ]
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const recorder = createRecorder(directory, {
    now: () => 0,
    warn: (message) => expect.unreachable(message),
    fetch: async () =>
      new Response(`${text}: comment ${key(27)}\n\nid: ${plain}\n\n`, {
        headers: {
          'content-type': 'text/event-stream',
          'set-cookie': `session=${key(28)}`,
          'x-vendor-balance-usd': '654.321',
          'x-balance-remaining': '543.21',
          'x-vendor-host-name': key(30),
        },
      }),
  })
  const request = new Request(`http://localhost/api/v1/chat/completions${planted.query}`, {
    method: 'POST',
    headers: { ...planted.headers, 'content-type': 'application/json' },
    body: JSON.stringify(planted.body),
  })
  await (await recorder.fetch(request, connection)).arrayBuffer()
  await recorder.settle()
  const [name = ''] = readdirSync(directory)
  const file = readFileSync(join(directory, name), 'utf8')
  const secrets = [
    plain,
    'planted',
    'secretcookievalue',
    planted.headers['sign-in-with-x'],
    ...[8, 9, 10, 11, 19, 20, 26].map((at) => `short-key-${at}`),
    'short-signature-12',
    'short-transaction-13',
    'short-nonce-14',
    'abababab',
    'UNIQUEBYTES17',
    'eyJhbGciOiJIUzI1NiIs',
    '987.654',
    '876.54',
    '765.43',
    '654.321',
    '543.21',
  ]
  for (const secret of secrets) expect(file).not.toContain(secret)
  const { recordings } = readRecordings(directory)
  const [recording] = recordings
  const pieces = recording?.chunks.map(({ bytes }) => Buffer.from(bytes).toString()).join('') ?? ''
  const contents = pieces
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {"choices"') ? [JSON.parse(line.slice(6))] : []))
    .map((event) => event.choices[0].delta.content ?? '')
    .join('')
  expect(contents).toMatch(/^Your .*<redacted \d+ chars> and <redacted \d+ chars>\.$/)
  expect(contents).not.toContain(key(22))
  // The same request is recognized although its secrets were replaced.
  const app = new Hono<AppEnvironment>()
  app.all('/api/v1/*', createReplay(recordings))
  const again = new Request(request.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${plain}` },
    body: JSON.stringify(planted.body),
  })
  expect((await app.fetch(again)).status).toBe(200)
})

test('behavior: a request that was not recorded is told what differs from the nearest one', async () => {
  const directory = folder()
  const live = await started('--record', directory)
  await (await live.chat('Hello', { temperature: 0.5 })).text()
  await live.stop()
  const replay = await started('--replay', directory)
  const response = await replay.chat('Hello', { temperature: 0.7, top_p: 1 })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    code: 'NOT_RECORDED',
    error: expect.stringMatching(
      /^No recording of this POST \/chat\/completions\. The nearest is .*\.har; it differs in temperature \(recorded: 0\.5, requested: 0\.7\), and 1 more\.$/,
    ),
    differences: [
      { path: 'temperature', recorded: 0.5, requested: 0.7 },
      { path: 'top_p', requested: 1 },
    ],
  })
  const other = await replay.call('/models')
  expect(other.status).toBe(404)
  expect(await other.json()).toMatchObject({ recorded: ['POST /chat/completions'] })
})

test('a client that leaves does not stop the service, and what it received is recorded', async () => {
  const directory = folder()
  const live = await started('--record', directory)
  const response = await live.chat('/tokens 5000 /rate 50', { stream: true })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await expect.poll(() => readdirSync(directory).length).toBe(1)
  expect((await live.chat('Hello')).status).toBe(200)
  await live.stop()
  const replay = await started('--replay', directory, '--replay-fast')
  const again = await replay.chat('/tokens 5000 /rate 50', { stream: true })
  await expect(again.text()).rejects.toThrow('terminated')
  expect((await replay.chat('Hello')).status).toBe(200)
})

test('behavior: a request is served although its recording cannot be written', async () => {
  const directory = folder()
  const warnings: string[] = []
  const recorder = createRecorder(directory, {
    now: () => 0,
    warn: (message) => warnings.push(message),
    fetch: async () => new Response('{}'),
    write: async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  })
  const response = await recorder.fetch(new Request('http://localhost/api/v1/models'), connection)
  expect(await response.text()).toBe('{}')
  await recorder.settle()
  expect(warnings).toEqual([
    `A request was served but not recorded in ${directory} (ENOSPC). Free space, or choose another --record directory.`,
  ])
})

test.each([
  ['not JSON', 'hello', /is not a HAR file/],
  ['another JSON', '{"log":{}}', /is not a HAR file/],
  [
    'a broken entry',
    '{"log":{"entries":[{"request":{}}]}}',
    /a\.har can't be replayed\. a\.har, entry 1: it has no URL/,
  ],
  ['no entries', '{"log":{"entries":[]}}', /contains no recorded requests/],
])('a file with %s is refused in one line', (_, text, message) => {
  const file = join(folder(), 'a.har')
  writeFileSync(file, text)
  expect(() => readRecordings(file)).toThrow(message)
  expect(() => readRecordings(join(file, 'none'))).toThrow(/Can't read recordings/)
  expect(() =>
    createRecorder(join(file, 'dir'), {
      now: () => 0,
      warn: () => undefined,
      fetch: async () => new Response(),
    }),
  ).toThrow(/Can't record to/)
})

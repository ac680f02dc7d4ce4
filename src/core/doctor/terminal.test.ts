import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { readJson } from '../../../contract/json.ts'
import type { KnownShape } from '../../../contract/witness/witness.ts'
import { readReport } from './report.ts'
import { checkInTerminal } from './terminal.ts'

const KEY = 'sk-canary-0123456789abcdef'
const SECRETS = [
  KEY,
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  '31415.926535',
  'The canary sings at dawn',
  'sk-other-99887766554433221100aa',
]
const CANARY = SECRETS.join(' ')

interface Sent {
  method: string
  path: string
  key: string | undefined
  body: unknown
}

/** A server on this machine that responds alike to everything, and what it was sent. */
async function serverOf(
  respond: (sent: Sent) => { status?: number; body: unknown; headers?: Record<string, string> },
) {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { method = '', url: path = '', headers: received } = request
      const one = { method, path, key: received.authorization, body: readJson(text) }
      sent.push(one)
      const { status = 200, body, headers = {} } = respond(one)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { sent, server, baseUrl: `http://127.0.0.1:${port}/v1` }
}

async function checked(
  baseUrl: string,
  {
    isPaid = false,
    apiKey = KEY,
    known = [] as readonly KnownShape[],
    onProgress = (_: string) => {},
  } = {},
) {
  const faults: unknown[] = []
  const result = await checkInTerminal({
    baseUrl,
    apiKey,
    headers: `x-title: page\napi-key: ${KEY}`,
    model: undefined,
    pageOrigin: 'http://127.0.0.1:4310',
    isPaid,
    known,
    onProgress,
    onFault: (error) => faults.push(error),
  })
  if (typeof result === 'string') throw new Error(result)
  expect(faults).toEqual([])
  return result
}

/** Every member and header that a probe looks at, with secrets in the place of its value. */
const echo = (status: number) => () => ({
  status,
  headers: {
    'x-vendor-version': CANARY,
    'x-request-id': CANARY,
    'x-ratelimit-limit-requests': '31415.926535',
    [SECRETS[1] ?? '']: CANARY,
    'access-control-allow-origin': '*',
  },
  body: {
    error: { message: CANARY, code: KEY },
    object: CANARY,
    id: CANARY,
    model: CANARY,
    created: 31415.926535,
    x402Version: CANARY,
    [CANARY]: CANARY,
    [SECRETS[1] ?? '']: 1,
    accepts: [{ scheme: CANARY, network: CANARY, amount: CANARY, asset: CANARY, payTo: CANARY }],
    extensions: { 'sign-in-with-x': { info: { domain: CANARY, uri: CANARY, nonce: CANARY } } },
    data: [{ id: 'a-model', object: CANARY, [CANARY]: CANARY }],
    usage: { prompt_tokens: CANARY, total_tokens: 31415.926535 },
    cost: { usd: CANARY },
    choices: [
      {
        index: 0,
        finish_reason: CANARY,
        logprobs: { content: [{ token: CANARY, logprob: 31415.926535 }] },
        message: { role: CANARY, content: CANARY, tool_calls: [{ id: CANARY, type: CANARY }] },
      },
    ],
  },
})

test.each([200, 400, 402, 500])(
  'behavior: no secret that a response of status %i repeats is in a report',
  async (status) => {
    const { server, baseUrl } = await serverOf(echo(status))
    const shape = { isStream: false, headers: [], members: ['id'], always: [], status, ids: [] }
    const known = ['GET /models', 'POST /chat/completions'].map((operation) => ({
      ...shape,
      operation,
    }))
    const result = await checked(baseUrl, { isPaid: true, known })
    server.close()
    const written = JSON.stringify(result)
    for (const secret of SECRETS) expect(written).not.toContain(secret)
    expect(written).toContain(new URL(baseUrl).host)
    expect(readReport(JSON.stringify(result.report))).toEqual(result.report)
  },
)

test('behavior: nothing that could be billed is sent unless it is asked for', async () => {
  const { sent, server, baseUrl } = await serverOf(() => ({ body: { data: [{ id: 'm' }] } }))
  const { notes } = await checked(baseUrl)
  const posts = sent.filter(({ method }) => method === 'POST')
  expect(posts.length).toBeGreaterThan(0)
  for (const { key, body } of posts) expect([key, body ?? {}]).toEqual([undefined, {}])
  expect(notes).toEqual([expect.stringMatching(/^47 requests, price unknown with `m`: not sent/)])
  const before = sent.length
  await checked(baseUrl, { isPaid: true })
  server.close()
  expect(sent.length).toBeGreaterThan(2 * before)
})

test('behavior: an API that nothing answers for is unreachable, and nothing else is tried', async () => {
  const { server, baseUrl } = await serverOf(() => ({ body: {} }))
  await new Promise((resolve) => server.close(resolve))
  const { isUnreachable, notes, report } = await checked(baseUrl)
  const origin = new URL(baseUrl).origin
  expect([isUnreachable, notes]).toEqual([true, [`No response could be read from ${origin}.`]])
  expect(report.probes.every(({ result }) => result === undefined)).toBe(true)
})

test('behavior: a redirect is named with where it leads, and not followed', async () => {
  const { sent, server, baseUrl } = await serverOf(() => ({
    status: 308,
    headers: { location: `//moved.example/v1/models?key=${KEY}` },
    body: {},
  }))
  const { notes, isUnreachable } = await checked(baseUrl)
  server.close()
  expect(notes).toEqual(['Redirects to http://moved.example/v1. Check that URL instead.'])
  expect([isUnreachable, sent.length]).toEqual([true, 1])
})

test('behavior: a page that responds to everything accepts no key and takes nothing', async () => {
  const { server, baseUrl } = await serverOf(() => ({
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Welcome</title>',
  }))
  const { report } = await checked(baseUrl)
  server.close()
  expect(report.probes.filter(({ result }) => result === 'holds')).toEqual([])
  expect(report.probes.find(({ name }) => name === 'The key is accepted')).toMatchObject({
    result: 'not supported',
    reason: 'The response is not JSON, so this is unknown.',
  })
})

test('behavior: each response is named as it comes', async () => {
  const { server, baseUrl } = await serverOf(() => ({ body: { data: [] } }))
  const lines: string[] = []
  await checked(baseUrl, { onProgress: (line) => lines.push(line) })
  server.close()
  expect(lines[0]).toBe('1 of 20: GET /models, status 200')
  expect(lines.at(-1)).toMatch(/^\d+ of 20: /)
  expect(new Set(lines).size).toBe(lines.length)
})

test('behavior: what differs from the documented service is named, of such an API alone', async () => {
  const known: KnownShape[] = [
    {
      operation: 'GET /models',
      status: 200,
      isStream: false,
      headers: ['x-vendor-version'],
      members: ['object', 'data', 'data[].id'],
      always: ['x-vendor-version', 'object', 'data', 'data[].id'],
      ids: [],
    },
    {
      operation: 'POST /x402/top-up',
      status: 402,
      isStream: false,
      headers: [],
      members: [],
      always: [],
      ids: [],
    },
  ]
  const body = { data: [{ id: 'm', fresh: { a: 1 } }] }
  const like = await serverOf(() => ({
    body,
    headers: { 'x-acme-version': '20261101.120000', 'x-acme-new': '1', etag: 'x' },
  }))
  const { report } = await checked(like.baseUrl, { known })
  like.server.close()
  expect(report.differences).toEqual([
    'GET /models, 200: has x-vendor-new, data[].fresh.',
    'GET /models, 200: lacks object.',
    'POST /x402/top-up: unknown status 200.',
  ])
  const other = await serverOf(() => ({ body }))
  const { report: none } = await checked(other.baseUrl, { known })
  other.server.close()
  expect(none.differences).toBeUndefined()
})

test('behavior: the name of a model puts no color, line or link into a terminal or a report', async () => {
  const id = '\u001b[31mm\u001b]0;x\u0007`\n\n# Title [link](https://a.example)'
  const { server, baseUrl } = await serverOf(() => ({ body: { data: [{ id }] } }))
  const free = await checked(baseUrl)
  const paid = await checked(baseUrl, { isPaid: true })
  server.close()
  for (const text of [...free.notes, ...paid.markdown.split('\n')])
    expect(text).not.toMatch(/\p{Cc}|^#+ Title/u)
  expect(paid.markdown).toContain('`[31mm ]0;x # Title [link](https://a.example)`')
})

test('behavior: what is no list has no IDs, and too many requests say nothing of wallets', async () => {
  const { server, baseUrl } = await serverOf(({ path }) =>
    path.endsWith('/top-up') ? { status: 429, body: {} } : { body: null },
  )
  const { report } = await checked(baseUrl)
  server.close()
  const resultOf = (name: string) => report.probes.find((probe) => probe.name === name)?.result
  expect(resultOf('Each model has an ID of its own')).toBeUndefined()
  expect(resultOf('A top-up without payment returns its terms')).toBeUndefined()
})

test('behavior: a key that is rejected ends it, and costs one failure or two', async () => {
  const { sent, server, baseUrl } = await serverOf(({ key }) => ({
    status: key === undefined ? 402 : 401,
    body: { error: 'no' },
  }))
  const { report, notes } = await checked(baseUrl, { isPaid: true })
  server.close()
  expect(sent.filter(({ key }) => key !== undefined)).toHaveLength(1)
  expect(report.probes.find(({ name }) => name === 'The key is accepted')?.result).toBe('breaks')
  expect(notes).toEqual(['Ended early: authentication failed with 401.'])
})

test.each([
  ['ftp://a.example', 'Base URL must start'],
  ['https://u:p@a.example/v1', 'user name'],
])('behavior: %s is refused with a reason', async (baseUrl, reason) => {
  const result = checkInTerminal({
    baseUrl,
    apiKey: '',
    headers: '',
    model: undefined,
    pageOrigin: '',
    isPaid: false,
    known: [],
    onProgress: () => {},
    onFault: () => {},
  })
  expect(await result).toContain(reason)
})

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { type CodeExchange, codeRequest } from './code-request.ts'
import { curlCode } from './curl.ts'
import { javascriptCode } from './javascript.ts'
import { fetchCode, pythonCode } from './request-code.ts'
import { vitestCode } from './vitest.ts'

/*
 * Copied code sends what the page sent: no header more, and no key of another connection. Each of these requests is
 * copied in every language and run, as someone would whose environment has the keys of several APIs.
 */

/** What the environment holds. No code may send one that is not its connection's. */
const ENVIRONMENT = {
  VENDOR_API_KEY: 'key-of-the-local-service',
  OPENAI_API_KEY: 'key-of-another-api',
  OPENAI_ADMIN_KEY: 'admin-key-of-another-api',
  MOCK_API_KEY: 'key-of-mock',
  SERVER_VENDOR_API_KEY: 'key-of-the-other-vendor',
  GROSSE_MASCHINE_HEADER_API_KEY: 'key-in-a-header',
  GROSSE_MASCHINE_HEADER_CF_ACCESS_TOKEN: 'second-key-in-a-header',
}

const LOCAL = { id: 'local', name: 'This machine' }
const MOCK = { id: 'c1', name: 'Mock' }
const LARGE = { id: 'c2', name: '  Größe-Maschine / 日本 ' }
const KEY: HeaderList = [['Authorization', '<redacted 30 chars>']]
const chat = (more: Record<string, JsonValue> = {}) => ({
  model: 'gpt-oss:20b',
  messages: [{ role: 'user', content: 'It\'s "$5" `now` \\ 日本\n{x}' }],
  ...more,
})

interface Case {
  name: string
  connection: { id: string; name: string }
  method?: string
  path: string
  /** Besides what belongs to the body. */
  headers?: HeaderList
  body?: JsonValue
  form?: Exchange['request']['form']
  /** What the server has to receive of {@link ENVIRONMENT}, by header. */
  secrets?: Readonly<Record<string, string>>
}

const CASES: readonly Case[] = [
  { name: 'models without a key', connection: MOCK, path: '/models' },
  { name: 'chat without a key', connection: MOCK, path: '/chat/completions', body: chat() },
  {
    name: 'chat of the local service',
    connection: LOCAL,
    path: '/chat/completions',
    headers: KEY,
    body: chat({ temperature: 0.5 }),
    secrets: { authorization: 'Bearer key-of-the-local-service' },
  },
  {
    name: 'a stream with the key of another connection',
    connection: MOCK,
    path: '/chat/completions',
    headers: KEY,
    body: chat({ stream: true, stream_options: { include_usage: true } }),
    secrets: { authorization: 'Bearer key-of-mock' },
  },
  {
    name: 'a connection that is called as the local service',
    connection: { id: 'c3', name: 'Vendor' },
    path: '/chat/completions',
    headers: KEY,
    body: chat({ n: 2 }),
    secrets: { authorization: 'Bearer key-of-the-other-vendor' },
  },
  {
    name: 'headers that a person added',
    connection: MOCK,
    path: '/chat/completions',
    headers: [
      ...KEY,
      ['HTTP-Referer', 'https://my.app/?a=1&b="2"'],
      ['X-Title', "It's $mine `here`"],
      ['OpenAI-Beta', 'assistants=v2'],
      ['X-Team', 'red "1"'],
    ],
    body: chat({ seed: 1 }),
    secrets: { authorization: 'Bearer key-of-mock' },
  },
  {
    name: 'a key in a header of its own',
    connection: LARGE,
    path: '/chat/completions?api-version=2024-10-21',
    headers: [['api-key', '<redacted 12 chars>']],
    body: chat(),
    secrets: { 'api-key': 'key-in-a-header' },
  },
  {
    name: 'two keys in headers of their own',
    connection: LARGE,
    path: '/models?type=[all]&q={x}',
    headers: [
      ['api-key', '<redacted 12 chars>'],
      ['cf-access-token', '<redacted 22 chars>'],
    ],
    secrets: { 'api-key': 'key-in-a-header', 'cf-access-token': 'second-key-in-a-header' },
  },
  {
    name: 'an operation with a body',
    connection: MOCK,
    path: '/embeddings',
    headers: KEY,
    body: { input: ['a', 'ü'], model: 'm', big: 1e21, none: null, empty: {} },
    secrets: { authorization: 'Bearer key-of-mock' },
  },
  {
    name: 'an operation without a body',
    connection: MOCK,
    method: 'POST',
    path: '/batches/b-1/cancel',
    headers: [['Idempotency-Key', 'a1b2']],
  },
  { name: 'a deletion', connection: MOCK, method: 'DELETE', path: '/files/file-1' },
  {
    name: 'a form with a file',
    connection: MOCK,
    path: '/image/edit',
    form: [
      { name: 'image', fileName: 'cat.png', mediaType: 'image/png', bytes: 5 },
      { name: 'prompt', text: '@it; "<b>"=1' },
    ],
  },
]

/** What programs add by themselves, which nobody copies. */
const CLIENTS_OWN =
  /^(?:accept|accept-encoding|accept-language|connection|content-length|host|sec-fetch-mode|transfer-encoding|user-agent|x-stainless-[\w-]+)$/

interface Received {
  method: string | undefined
  url: string | undefined
  headers: Record<string, string | string[] | undefined>
  body: string
}

let server: Server
let folder: string
let base: string
let received: Received[] = []
/** What came of each module that has run. */
let earlier: Received[][] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'copied-'))
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'cat.png'), 'bytes')
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('latin1')
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const { method, url, headers } = request
      if (url === '/next') {
        earlier.push(received)
        received = []
      } else received.push({ method, url, headers, body })
      const isStream = /"stream": ?true/.test(body)
      const choice = { index: 0, delta: { content: 'Hi' }, message: { content: 'Hi' } }
      const json = JSON.stringify({ choices: [choice] })
      response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json')
      response.end(isStream ? `data: ${json}\n\ndata: [DONE]\n\n` : json)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((done) => server.close(done))
})

function exchangeOf({
  connection,
  path: at,
  headers = [],
  body,
  form,
  ...given
}: Case): CodeExchange {
  const { method = body === undefined && form === undefined ? 'GET' : 'POST' } = given
  return {
    connection,
    request: {
      method,
      url: base + at,
      path: at,
      headers: [
        ['Accept', 'application/json, text/event-stream'],
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ...headers,
      ],
      bytes: 0,
      ...(body === undefined ? {} : { body }),
      ...(form === undefined ? {} : { form }),
    },
    headers: [],
  }
}

/** Runs a command in the folder. Returns what it said. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], PYTHONUTF8: '1', ...ENVIRONMENT },
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (output += String(piece)))
  await new Promise((done) => child.on('close', done))
  return output
}

/** One request as it has to arrive, and as it arrived, without what the program adds. */
async function expectArrival(
  one: Case,
  runs: () => Promise<string>,
  isInOrder = true,
): Promise<void> {
  received = []
  const output = await runs()
  expectArrived(one, received, output, isInOrder)
}

function expectArrived(
  one: Case,
  arrived: readonly Received[],
  output: string,
  isInOrder = true,
): void {
  const [first, ...more] = arrived
  if (first === undefined || more.length > 0)
    throw new Error(`Expected one request for ${one.name}, received ${arrived.length}. ${output}`)
  const { method, headers: sent, body, form } = exchangeOf(one).request
  const wanted = Object.fromEntries(
    sent
      .filter(([name]) => !CLIENTS_OWN.test(name.toLowerCase()))
      .map(([name, value]) => [name.toLowerCase(), one.secrets?.[name.toLowerCase()] ?? value]),
  )
  const others = Object.entries(first.headers).filter(([name]) => !CLIENTS_OWN.test(name))
  const { 'content-type': type, ...rest } = Object.fromEntries(others)
  const { 'content-type': wantedType, ...restWanted } = wanted
  expect([first.method, decodeURI(first.url ?? '')], one.name).toEqual([method, `/v1${one.path}`])
  expect(rest, one.name).toEqual(restWanted)
  if (form !== undefined) {
    expect(type, one.name).toMatch(/^multipart\/form-data; ?boundary=/)
    for (const part of ['name="image"; filename="cat.png"', 'name="prompt"', '@it; "<b>"=1'])
      expect(first.body, one.name).toContain(part)
    return
  }
  expect(type, one.name).toBe(wantedType)
  const text = Buffer.from(first.body, 'latin1').toString()
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  if (isInOrder) expect(JSON.stringify(value), one.name).toBe(JSON.stringify(body))
  else expect(value, one.name).toEqual(body)
}

it('behavior: curl copies arrive as they were sent', async () => {
  expect.hasAssertions()
  for (const one of CASES)
    await expectArrival(one, () => run('bash', ['-euc', curlCode(codeRequest(exchangeOf(one)))]))
}, 60_000)

it.each([
  ['fetch', fetchCode],
  ['openai', javascriptCode],
] as const)(
  'behavior: JavaScript copies with %s arrive as they were sent',
  async (name, write) => {
    expect.hasAssertions()
    const files = CASES.map((one, at) => {
      const file = `./${name}-${at}.mjs`
      writeFileSync(path.join(folder, file), write(codeRequest(exchangeOf(one))))
      return file
    })
    const next = new URL('/next', base)
    writeFileSync(
      path.join(folder, `${name}.mjs`),
      `for (const file of ${JSON.stringify(files)}) {\n  await import(file)\n  await fetch('${next.href}')\n}\n`,
    )
    earlier = []
    received = []
    const output = await run(process.execPath, [`${name}.mjs`])
    for (const [at, one] of CASES.entries()) expectArrived(one, earlier[at] ?? [], output)
    expect(received).toEqual([])
  },
  60_000,
)

it('behavior: without the variable of its connection the key of no other API is sent', async () => {
  const one = { ...(CASES[3] as Case), connection: { id: 'c9', name: 'Unset' } }
  writeFileSync(path.join(folder, 'unset.mjs'), javascriptCode(codeRequest(exchangeOf(one))))
  received = []
  await run(process.execPath, ['unset.mjs'])
  expect(JSON.stringify(received)).not.toMatch(/key-of/)
})

const python = spawnSync('python3', ['--version']).status === 0
const hasOpenai = spawnSync('python3', ['-c', 'import openai, httpx']).status === 0

/** Sends what the client would, where the package is not installed. */
const STAND_IN = `
import json, urllib.request, uuid
class Omit: pass
class Response:
    def __init__(self, content): self.content, self.text = content, content.decode()
class Message: content = "Hi"
class Choice: message = Message
class Completion: choices = [Choice]
class OpenAI:
    def __init__(self, *, base_url, api_key, default_headers=None):
        self.base_url = base_url
        headers = {"Authorization": "Bearer " + api_key, **(default_headers or {})}
        self.headers = {name: value for name, value in headers.items() if not isinstance(value, Omit)}
        self.chat = self.completions = self
    def send(self, method, path, body=None, files=None, **_):
        headers, data = dict(self.headers), None
        if files is not None:
            mark = uuid.uuid4().hex
            headers["Content-Type"] = "multipart/form-data; boundary=" + mark
            data = b""
            for name, value in body.items():
                data += f'--{mark}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n'.encode()
            for name, (file, content, type) in files:
                data += f'--{mark}\\r\\nContent-Disposition: form-data; name="{name}"; filename="{file}"\\r\\nContent-Type: {type}\\r\\n\\r\\n'.encode() + content.read() + b"\\r\\n"
            data += f"--{mark}--\\r\\n".encode()
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        if data is None and method == "POST": request.add_unredirected_header("Content-Length", "0")
        return Response(urllib.request.urlopen(request).read())
    def create(self, *, extra_body=None, **body):
        self.send("POST", "/chat/completions", {**body, **(extra_body or {})})
        return [] if body.get("stream") else Completion
    def __getattr__(self, name):
        return lambda path, **options: self.send(name.upper(), path, **options)
`

it.skipIf(!python)(
  `behavior: Python copies arrive as they were sent (${hasOpenai ? 'with openai' : 'with a stand-in for openai'})`,
  async () => {
    expect.hasAssertions()
    if (!hasOpenai) {
      writeFileSync(path.join(folder, 'openai.py'), STAND_IN)
      writeFileSync(path.join(folder, 'httpx.py'), 'class Response: pass\n')
    }
    for (const one of CASES)
      await expectArrival(
        one,
        () => run('python3', ['-c', pythonCode(codeRequest(exchangeOf(one)))]),
        false,
      )
  },
  60_000,
)

it.each(CASES)('tests for Vitest send the secrets of their connection alone: $name', (one) => {
  const code = vitestCode(codeRequest(exchangeOf(one)))
  const names = Object.keys(one.secrets ?? {})
  for (const name of ['authorization', 'api-key', 'cf-access-token'])
    expect(new RegExp(`"${name}":`, 'i').test(code)).toBe(names.includes(name))
  const variables = [...code.matchAll(/process\.env\["(\w+)"\]/g)].map(([, name]) => name)
  expect(variables.filter((name) => name?.endsWith('_BASE_URL') !== true)).toHaveLength(
    names.length,
  )
  expect(variables.some((name) => name?.startsWith('VENDOR_'))).toBe(one.connection.id === 'local')
})

it('says that a request which was not sent has no key', () => {
  const request = { ...exchangeOf(CASES[1] as Case), unsent: true as const }
  for (const write of [curlCode, fetchCode, javascriptCode, pythonCode])
    expect(write(codeRequest(request))).toContain('This request was not sent')
})

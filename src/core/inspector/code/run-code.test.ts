import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { anyCharacter } from '../../../../service/testing/fuzz/arbitraries.ts'
import { codeRequest } from './code-request.ts'
import { curlCode } from './curl.ts'
import { javascriptCode } from './javascript.ts'
import { fetchCode, pythonCode } from './request-code.ts'

const KEY = 'test-key'
const picture = Buffer.from(Array.from({ length: 1500 }, (_, index) => (index * 37) % 256))
const hostileText = 'it\'s "$HOME" `id` $(id) \\ \\\\ \\n\n%s !! #{x} ${y} \u0001 👩‍👩‍👧 BODY\nBODY\n'
const chat = (more: { [name: string]: JsonValue } = {}) => ({
  model: 'sandbox-chat:enable_web_search=on',
  messages: [{ role: 'user', content: hostileText, name: "o'b" }],
  temperature: 0.7,
  vendor_parameters: { enable_web_search: 'on', include_vendor_system_prompt: false },
  min_p: 0.1,
  'odd "name"': { __proto__: null, list: [true, null] },
  ...more,
})
const withPicture = chat({
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: hostileText },
        {
          type: 'image_url',
          image_url: { url: `data:image/png;base64,${picture.toString('base64')}` },
        },
      ],
    },
  ],
})

interface Received {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  body: unknown
}

let server: Server
let folder: string
let base: string
let received: Received[] = []

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  return text
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'code-'))
  writeFileSync(path.join(folder, 'image.png'), picture)
  server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      received.push({
        method: request.method,
        url: request.url,
        authorization: request.headers.authorization,
        body,
      })
      const isStream = text.includes('"stream":true') || text.includes('"stream": true')
      const choice = { index: 0, delta: { content: 'Hello' }, message: { content: 'Hello' } }
      const json = JSON.stringify({ choices: [choice] })
      response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json')
      response.end(isStream ? `data: ${json}\n\ndata: [DONE]\n\n` : json)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((done) => server.close(done))
})

function requestOf(body: JsonValue | undefined, at = '/chat/completions') {
  return codeRequest({
    connection: { id: 'local', name: 'This machine' },
    request: {
      method: body === undefined ? 'GET' : 'POST',
      url: base + at,
      path: at,
      headers: [['Authorization', '<redacted 51 chars>']],
      bytes: 0,
      ...(body === undefined ? {} : { body }),
    },
    headers: [],
  })
}

/** Runs a module with Node, with the project's packages and the folder of files at hand. */
async function runNode(code: string): Promise<string> {
  const inFolder = `process.chdir(${JSON.stringify(folder)});\n`
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, VENDOR_API_KEY: KEY },
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (output += String(piece)))
  const lastImport = code.lastIndexOf('import ')
  const at = lastImport === -1 ? 0 : code.indexOf('\n', lastImport) + 1
  child.stdin.end(code.slice(0, at) + inFolder + code.slice(at))
  await new Promise((done) => child.on('close', done))
  return output
}

async function receive(code: string, run: (code: string) => Promise<string>) {
  received = []
  const output = await run(code)
  const [first, ...more] = received
  if (first === undefined || more.length > 0)
    throw new Error(`Expected one request, received ${received.length}. ${output}`)
  return { ...first, output }
}

describe.each([
  ['openai', javascriptCode],
  ['fetch', fetchCode],
] as const)('JavaScript with %s', (_, code) => {
  it.each<[string, JsonValue]>([
    ['every kind of field', chat()],
    ['a stream', chat({ stream: true })],
    ['an attached file', withPicture],
  ])('sends the same body: %s', async (_title, body) => {
    const got = await receive(code(requestOf(body)), runNode)
    expect(got.body).toEqual(JSON.parse(JSON.stringify(body)))
    expect(got.url).toBe('/api/v1/chat/completions')
    expect(got.authorization).toBe(`Bearer ${KEY}`)
    expect(got.output).toContain('Hello')
  })

  it('makes other calls too', async () => {
    const got = await receive(code(requestOf(undefined, '/models?type=image')), runNode)
    expect(got).toMatchObject({ method: 'GET', url: '/api/v1/models?type=image' })
    const post = await receive(code(requestOf({ prompt: 'x' }, '/image/edit')), runNode)
    expect(post).toMatchObject({ method: 'POST', url: '/api/v1/image/edit', body: { prompt: 'x' } })
  })
})

/** Runs a command in bash with a `curl` that prints its arguments and its input, each ended by NUL. */
function runBash(code: string): { options: string[]; body: unknown } {
  const fake = `curl() { printf '%s\\0' "$@"; case "$*" in *@-*) cat; esac; }\n`
  const script = path.join(folder, 'run.sh')
  writeFileSync(script, `set -eu\n${fake}${code}`)
  const run = spawnSync('bash', [script], {
    cwd: folder,
    env: { ...process.env, VENDOR_API_KEY: KEY },
    encoding: 'utf8',
  })
  expect(run.stderr).toBe('')
  const printed = run.stdout.split('\0')
  const options = printed.slice(0, -1)
  const data = options.indexOf('--data')
  return { options, body: JSON.parse((data === -1 ? printed.at(-1) : options[data + 1]) ?? '') }
}

describe('curl', () => {
  it.each<[string, JsonValue]>([
    ['every kind of field', chat()],
    ['an attached file', withPicture],
    ['a body too long for an argument', chat({ long: hostileText.repeat(3000) })],
  ])('gives curl the same body: %s', (_, body) => {
    const { options, body: sent } = runBash(curlCode(requestOf(body)))
    expect(sent).toEqual(JSON.parse(JSON.stringify(body)))
    expect(options[0]).toBe(`${base}/chat/completions`)
    expect(options).toContain(`Authorization: Bearer ${KEY}`)
    expect(options).toContain('Content-Type: application/json')
  })

  it('survives the shell whatever the text and the address', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({
        unit: fc.constantFrom("'", '"', '$', '`', '\\', '\n', '!', '(', ')', '😀', 'a'),
      }),
    )
    const address = fc.string({ unit: fc.constantFrom("'", '$', '`', '&', '?', '[', '{', 'a') })
    fc.assert(
      fc.property(text, text, address, fc.boolean(), (name, value, end, withFile) => {
        const body = { [name]: value, ...(withFile ? withPicture : {}) }
        const { options, body: sent } = runBash(curlCode(requestOf(body, `/x/${end}`)))
        expect(sent).toEqual(JSON.parse(JSON.stringify(body)))
        expect(options[0]).toBe(`${base}/x/${end}`)
      }),
      { numRuns: 40 },
    )
  })
})

const python = spawnSync('python3', ['--version']).status === 0

/** A stand-in for the Python packages: prints what the client was given, the way it would send it. */
const FAKE_OPENAI = `
import json
class Omit: pass
class Chunk:
    choices = []
class Completion:
    class C:
        class message: content = "Hello"
    choices = [C]
class OpenAI:
    def __init__(self, **options):
        self.options = {k: v for k, v in options.items() if k != "default_headers"}
        self.chat = self
        self.completions = self
    def create(self, *, messages, model, extra_body=None, **rest):
        body = {"messages": messages, "model": model, **rest, **(extra_body or {})}
        print(json.dumps([self.options, body]))
        return [Chunk] if rest.get("stream") else Completion
    def post(self, path, *, body, cast_to, files=None, options=None):
        sent = [[name, file[0], file[1].read().decode(), file[2]] for name, file in files or []]
        print(json.dumps([self.options, body] + ([sent, options] if files else [])))
        return type("R", (), {"text": path})
`

describe.skipIf(!python)('Python (skipped where there is no python3)', () => {
  it.each<[string, JsonValue, string]>([
    ['every kind of field', chat(), '/chat/completions'],
    ['a stream', chat({ stream: true }), '/chat/completions'],
    ['an attached file', withPicture, '/chat/completions'],
    ['a chat without its required fields', { temperature: 1 }, '/chat/completions'],
    ['another operation', { prompt: hostileText }, '/image/edit'],
  ])('gives the client the same body: %s', (_, body, at) => {
    writeFileSync(path.join(folder, 'openai.py'), FAKE_OPENAI)
    writeFileSync(path.join(folder, 'httpx.py'), 'class Response: pass\n')
    const run = spawnSync('python3', ['-c', pythonCode(requestOf(body, at))], {
      cwd: folder,
      env: { ...process.env, VENDOR_API_KEY: KEY, PYTHONPATH: folder, PYTHONUTF8: '1' },
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    const [options, sent] = JSON.parse(run.stdout.split('\n')[0] ?? '') as [unknown, unknown]
    expect(sent).toEqual(JSON.parse(JSON.stringify(body)))
    expect(options).toEqual({ base_url: base, api_key: KEY })
  })

  it('gives the client the fields and the files of a form', () => {
    writeFileSync(path.join(folder, 'openai.py'), FAKE_OPENAI)
    writeFileSync(path.join(folder, 'httpx.py'), 'class Response: pass\n')
    writeFileSync(path.join(folder, 'my-cat.png'), 'bytes')
    const request = codeRequest({
      connection: { id: 'local', name: 'This machine' },
      request: {
        method: 'POST',
        url: `${base}/image/edit`,
        path: '/image/edit',
        headers: [['Authorization', '<redacted 51 chars>']],
        bytes: 9,
        form: [
          { name: 'image', fileName: '../my cat.png', mediaType: 'image/png', bytes: 5 },
          { name: 'prompt', text: hostileText },
        ],
      },
      headers: [],
    })
    const run = spawnSync('python3', ['-c', pythonCode(request)], {
      cwd: folder,
      env: { ...process.env, VENDOR_API_KEY: KEY, PYTHONPATH: folder, PYTHONUTF8: '1' },
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    expect(JSON.parse(run.stdout.split('\n')[0] ?? '')).toEqual([
      { base_url: base, api_key: KEY },
      { prompt: hostileText },
      [['image', 'my-cat.png', 'bytes', 'image/png']],
      { headers: { 'Content-Type': 'multipart/form-data' } },
    ])
  })
})

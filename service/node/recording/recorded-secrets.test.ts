import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import { afterEach, describe, expect, it } from 'vitest'

import { isJsonObject, readJson, type JsonValue } from '../../../contract/json.ts'
import { readRecordings } from './read-recordings.ts'
import { createRecorder } from './record.ts'

/** The credential of the request, which has no known shape and characters that are often escaped. */
const SECRET = 'wR4/9tK-ab+Q2mZ=='
/** A credential that only its name gives away. */
const NAMED = 'hunter-2-plain'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((path) => rmSync(path, { recursive: true, force: true })))

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

interface Passing {
  request?: RequestInit & { query?: string }
  body?: string | Uint8Array
  headers?: Record<string, string>
  /** Bytes of a chunk of the response. */
  chunk?: number
}

/** The file that a request and its response are recorded in, and its entry. */
async function recorded({ request = {}, body = '', headers = {}, chunk = 7 }: Passing) {
  const directory = mkdtempSync(join(tmpdir(), 'secrets-'))
  folders.push(directory)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const recorder = createRecorder(directory, {
    now: () => 0,
    warn: (message) => expect.unreachable(message),
    fetch: async () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let at = 0; at < bytes.length; at += chunk)
            controller.enqueue(bytes.subarray(at, at + chunk))
          controller.close()
        },
      })
      return new Response(stream, { headers: { 'content-type': 'application/json', ...headers } })
    },
  })
  const { query = '', ...init } = request
  const sent = new Request(`http://localhost/api/v1/chat/completions${query}`, {
    method: 'POST',
    ...init,
    headers: {
      authorization: `Bearer ${SECRET}`,
      'content-type': 'application/json',
      ...(init.headers as Record<string, string>),
    },
  })
  const received = await (await recorder.fetch(sent, connection)).arrayBuffer()
  expect(Buffer.from(received).equals(Buffer.from(bytes))).toBe(true)
  await recorder.settle()
  const [name = ''] = readdirSync(directory)
  const file = readFileSync(join(directory, name), 'utf8')
  const [recording] = readRecordings(directory).recordings
  const replayed = Buffer.concat((recording?.chunks ?? []).map((part) => part.bytes)).toString()
  return { file, replayed, entry: JSON.parse(file).log.entries[0] }
}

/** Whether a file has a secret in any text of it, with escapes read and pieces put together. */
function holds(file: string, secret: string): boolean {
  const texts: string[] = []
  const pieces = new Map<string, string>()
  const gather = (value: JsonValue | undefined, place: string) => {
    if (typeof value === 'string') {
      texts.push(
        value,
        Buffer.from(value, 'base64').toString(),
        Buffer.from(value, 'base64').toString('utf16le'),
      )
      pieces.set(place, (pieces.get(place) ?? '') + value)
      for (const line of [value, ...value.split(/\r\n|\r|\n/)]) {
        const inner = readJson(line.replace(/^data: ?/, ''))
        if (inner !== undefined && typeof inner !== 'string' && typeof inner !== 'number')
          gather(inner, `${place}#`)
        else if (line !== value && line.startsWith('data:'))
          pieces.set(`${place}@`, (pieces.get(`${place}@`) ?? '') + line.replace(/^data: ?/, ''))
      }
      if (value.includes('data:'))
        gather(readJson(value.replace(/^data: ?/gm, '').trim()), `${place}~`)
    } else if (Array.isArray(value)) for (const item of value) gather(item, place)
    else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) {
        texts.push(name)
        gather(inner, `${place}.${name}`)
      }
  }
  gather(readJson(file), '')
  return [...texts, ...pieces.values()].some((text) => text.includes(secret))
}

const escaped = SECRET.replaceAll('/', '\\/').replaceAll('-', '\\u002d')
const letters = Array.from(SECRET)
const delta = (piece: string) => `{"choices":[{"index":0,"delta":{"content":"${piece}"}}]}`

const RESPONSES: readonly (readonly [name: string, passing: Passing])[] = [
  ['the name of a member', { body: `{"a":{"${SECRET}":1}}` }],
  ['JSON with escapes', { body: `{"error":{"message":"Key ${escaped}"}}` }],
  ['JSON within a text', { body: JSON.stringify({ error: `{"key":"${escaped}"}` }) }],
  ['a member that stands there twice', { body: `{"a":"${SECRET}","a":"x"}` }],
  [
    'headers',
    {
      headers: {
        'x-request-id': SECRET,
        vary: SECRET,
        'cache-control': SECRET,
        'content-disposition': `attachment; filename="${SECRET}"`,
      },
    },
  ],
  ['gzip', { body: gzipSync(`{"a":"${SECRET}"}`), headers: { 'content-encoding': 'gzip' } }],
  ['br', { body: brotliCompressSync(`{"a":"${SECRET}"}`), headers: { 'content-encoding': 'br' } }],
  [
    'deflate',
    {
      body: deflateSync(`data: ${delta(escaped)}\n\n`),
      headers: { 'content-encoding': 'deflate', 'content-type': 'text/event-stream' },
    },
  ],
  [
    'a compression that is not known',
    { body: `??${SECRET}`, headers: { 'content-encoding': 'zzz' } },
  ],
  ['what is no gzip', { body: `{"a":"${SECRET}"}`, headers: { 'content-encoding': 'gzip' } }],
  [
    'UTF-16',
    {
      body: Buffer.from(`\uFEFF{"a":"${SECRET}"}`, 'utf16le'),
      headers: { 'content-type': 'application/json; charset=utf-16' },
    },
  ],
  ['UTF-16 that nobody names', { body: Buffer.from(`é{"a":"${SECRET}"}\uD800`, 'utf16le') }],
  [
    'Latin-1',
    {
      body: Buffer.from(`{"é":"${SECRET}"}`, 'latin1'),
      headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    },
  ],
  [
    'bytes that are no text',
    {
      body: Buffer.concat([Buffer.from([0xff, 0xfe, 0xfd, 0x00, 0xd8]), Buffer.from(SECRET)]),
      headers: { 'content-type': 'image/png' },
    },
  ],
  [
    'pieces in lines of JSON',
    {
      body: letters.map((letter) => `{"response":"${letter}","done":false}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    },
  ],
  [
    'pieces of plain text',
    {
      body: letters.map((letter) => `data: ${letter}\n\n`).join(''),
      headers: { 'content-type': 'text/event-stream' },
    },
  ],
  [
    'pieces in lines that end with CR',
    {
      body: letters.map((letter) => `data: ${delta(letter)}\r\r`).join(''),
      headers: { 'content-type': 'text/event-stream' },
    },
  ],
  [
    'pieces in lines that end with CRLF',
    {
      body: letters.map((letter) => `data: ${delta(letter)}\r\n\r\n`).join(''),
      headers: { 'content-type': 'text/event-stream' },
    },
  ],
  [
    'an event of several lines',
    {
      body: `data: {"a":\ndata: "${escaped}"}\n\n`,
      headers: { 'content-type': 'text/event-stream' },
    },
  ],
  [
    'pieces in events of several lines',
    {
      body: letters
        .map((letter) => `data: {"choices":[{"delta":\ndata: {"content":"${letter}"}}]}\n\n`)
        .join(''),
      headers: { 'content-type': 'text/event-stream' },
    },
  ],
  [
    'pieces of another member',
    {
      body: letters.map((letter) => `data: {"anything":{"else":"${letter}"}}\n\n`).join(''),
      headers: { 'content-type': 'text/event-stream' },
    },
  ],
  [
    'an event stream of another type',
    {
      body: letters.map((letter) => `data: ${delta(letter)}\n\n`).join(''),
      headers: { 'content-type': 'text/plain' },
    },
  ],
  [
    'the name of an event',
    { body: `event: ${SECRET}\ndata: {}\n\n`, headers: { 'content-type': 'text/event-stream' } },
  ],
]

it.each(RESPONSES)(
  'behavior: the credential of a request is not recorded where its response has it: %s',
  async (_, passing) => {
    const { file } = await recorded(passing)
    expect(holds(file, SECRET)).toBe(false)
  },
)

const MEMBERS = [
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'accessToken',
  'secret_key',
  'private_key',
  'X-Api-Key',
  'apiKey',
  'api-key',
  'client_secret',
  'password',
  'Authorization',
  'session_token',
  'aws_secret_access_key',
  'jwt',
  'credentials',
]

it.each(MEMBERS)(
  'behavior: what stands under a name of a credential is not recorded: %s',
  async (name) => {
    for (const value of [NAMED, [NAMED], { value: NAMED, more: [{ key: NAMED }] }]) {
      const body = JSON.stringify({ tool: { arguments: { [name]: value } } })
      const { file, replayed } = await recorded({ body, request: { body } })
      expect(holds(file, NAMED)).toBe(false)
      expect(replayed).toContain('<redacted 14 chars>')
    }
  },
)

it('behavior: a repeated member is not recorded though the last one is no secret', async () => {
  const body = `{"api_key":"${NAMED}","api_key":null}`
  const { file } = await recorded({ body, request: { body } })
  expect(holds(file, NAMED)).toBe(false)
})

it.each([
  [
    'a URL with a user',
    { body: JSON.stringify({ a: `see https://${NAMED}@example.com/x and ftp://u:${NAMED}@h` }) },
  ],
  [
    'a URL with a token',
    {
      body: JSON.stringify({ a: `https://example.com/?x=1&token=${NAMED}&access_token=${NAMED}` }),
    },
  ],
  ['parameters', { query: `?jwt=${NAMED}&pass=${NAMED}&session_id=${NAMED}&sid=${NAMED}` }],
  [
    'a broken form',
    {
      body: `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${NAMED}`,
      headers: { 'content-type': 'multipart/form-data; boundary=y' },
    },
  ],
  [
    'JSON in a form',
    {
      body: new URLSearchParams({ config: JSON.stringify({ password: NAMED }) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  [
    'headers',
    {
      headers: {
        'x-auth': NAMED,
        'x-vendor-api-key': NAMED,
        'x-vendor-session': NAMED,
        'x-vendor-access-token': NAMED,
      },
    },
  ],
] as const)('behavior: a request is recorded without its credentials: %s', async (_, request) => {
  const { file } = await recorded({ request })
  expect(holds(file, NAMED)).toBe(false)
})

it('behavior: what a header, a parameter or a sign-in by name held is not recorded in the response', async () => {
  const user = Buffer.from(`me:${NAMED}`).toString('base64')
  for (const request of [
    { headers: { 'x-auth': NAMED } },
    { headers: { 'x-vendor-session': NAMED } },
    { headers: { authorization: `Basic ${user}` } },
    { query: `?key=${NAMED}` },
  ]) {
    const { file } = await recorded({ request, body: JSON.stringify({ error: `Bad ${NAMED}` }) })
    expect(holds(file, NAMED)).toBe(false)
  }
})

const KEYS = [
  'gsk_Wq8ZrT2mN4vB6xC8yD0eF2gH',
  'hf_AbCdEfGhIjKlMnOpQrStUv1',
  'xai-9aBcDeFgHiJkLmNoPqRsTu',
  'AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'github_pat_11ABCDEFG0123456789_abcdef',
  'glpat-a1B2c3D4e5F6g7H8i9J0',
  'pplx-0123456789abcdef0123',
  'AKIAIOSFODNN7EXAMPLE',
  'sk-proj-Ab3dEf6hIj9kLmNoPqRs',
  'xoxb-123456789012-abcdefghijkl',
  'nvapi-0a1b2c3d4e5f6g7h8i9j',
  'r8_A1b2C3d4E5f6G7h8I9j0',
]

it.each(KEYS)('behavior: a key is known by its shape: %s', async (key) => {
  const body = JSON.stringify({ a: `Mine is ${key}, yours?` })
  const { file } = await recorded({ body, request: { body } })
  expect(file).not.toContain(key)
})

describe('what is no secret stays', () => {
  it.each([
    [
      'token counts and pieces',
      '{"usage":{"prompt_tokens":3,"max_tokens":"4"},"eos_token":"<|end_of_text_1|>","token":"international"}',
    ],
    [
      'log probabilities',
      '{"choices":[{"logprobs":{"content":[{"token":"word-2-and-more","logprob":-0.1,"bytes":null}]}}]}',
    ],
    [
      'the schema of a tool',
      '{"tools":[{"parameters":{"type":"object","properties":{"api_key":{"type":"string","description":"The key"},"token":{"$ref":"#/x"}},"required":["api_key"]}}]}',
    ],
    ['an address', '{"a":"https://example.com/@user?page=2&q=hello%20world, me@example.com"}'],
    ['escapes and spaces', '{ "a": "b\\/c\\u002d", "n": 1e3 }'],
  ])('%s', async (_, body) => {
    const { replayed } = await recorded({ body })
    expect(replayed).toBe(body)
  })

  it('an event stream of any lines, to the byte', async () => {
    const body = 'data: {"a":\ndata: 1}\r\n\r\n: x\rdata: {"b":2}\r\rdata: [DONE]\n\n'
    const { replayed } = await recorded({ body, headers: { 'content-type': 'text/event-stream' } })
    expect(replayed).toBe(body)
  })

  it('a compressed stream is recorded as it was before, at the same times', async () => {
    const text = `data: ${delta('Hello')}\n\ndata: [DONE]\n\n`
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/event-stream' }
    const { replayed, entry } = await recorded({ body: gzipSync(text), headers })
    expect(replayed).toBe(text)
    expect(entry.response.content.encoding).toBeUndefined()
  })

  it('the defaults of a schema for a credential are values, not a description', async () => {
    const schema = {
      properties: { api_key: { type: 'string', default: NAMED, examples: [NAMED] } },
    }
    const { file } = await recorded({ body: JSON.stringify({ schema }) })
    expect(holds(file, NAMED)).toBe(false)
    expect(file).toContain('string')
  })
})

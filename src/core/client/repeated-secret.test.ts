import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../contract/json.ts'
import { toHar } from '../inspector/export/har-exchange.ts'
import { redactedExchange } from '../inspector/export/redacted-exchange.ts'
import { authorizationCredential } from '../mcp/server-url.ts'
import { scriptedPage, type Received } from '../mcp/testing/scripted-server.ts'
import { resultText } from '../tools/result-text.ts'
import { readAny } from './body/response-body.ts'
import { runChat } from './chat-completion.ts'
import type { Client } from './client.ts'
import { apiKeyCredential } from './connection/credential.ts'
import { editImage } from './image-edit.ts'
import { callOperation } from './operation.ts'
import { request } from './request.ts'
import { fakeClient, keyConnection, openBody } from './testing/fake-world.ts'

/*
 * A server repeats the credential of the request, as PHP writes JSON (`\/`) or with any escapes. It must be nowhere:
 * in what is shown, what is stored, what is exported, and what goes to another origin.
 */

const SECRET = 'pk/3k-TbX+c9QvLm2Zp7RwYd5HsNf8Gj=='
const SPELLINGS = 100
const URL_OF_SERVER = 'https://mcp.example.com/mcp'

/** The secret in a JSON text, one of many ways to write it; the first is the plain one. */
function spelledOut(way: number): string {
  let state = way
  return Array.from(SECRET, (character) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const choice = way === 0 ? 0 : way === 1 ? 3 : state >>> 30
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    if (choice === 1) return `\\u${code}`
    if (choice === 2) return `\\u${code.toUpperCase()}`
    return choice === 3 && character === '/' ? '\\/' : character
  }).join('')
}

/** Whether a value has the secret in any text or name, read as often as it may be read. */
function holds(value: unknown): boolean {
  const texts: string[] = []
  JSON.stringify(value, (name, inner: unknown) => {
    texts.push(name)
    if (typeof inner === 'string') texts.push(inner)
    return inner
  })
  return texts
    .join('\n')
    .replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\+\//g, '/')
    .includes(SECRET)
}

/** What the page has, and what a HAR with texts has. */
function kept(client: Client): unknown {
  const { byId } = client.exchanges.store.getState()
  const all = Object.values(byId)
  return [all, all.map((one) => toHar(redactedExchange(one, { content: true })))]
}

const chat: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream: true }
const never = new AbortController().signal
const connection = keyConnection(apiKeyCredential(SECRET, 'https://api.example.com'))

/** A page whose API answers with these bytes. */
function page(text: string, type = 'application/json', status = 200) {
  return fakeClient(() => new Response(text, { status, headers: { 'content-type': type } }))
}

/** Text members of a delta, each with a piece of a text. */
const DELTAS: readonly ((piece: string) => string)[] = [
  (piece) => `"content":"${piece}"`,
  (piece) => `"reasoning_content":"${piece}"`,
  (piece) => `"reasoning":"${piece}"`,
  (piece) => `"refusal":"${piece}"`,
  (piece) => `"tool_calls":[{"index":1,"id":"c","function":{"name":"f","arguments":"${piece}"}}]`,
  (piece) => `"content":[{"type":"text","text":"${piece}"}]`,
  (piece) => `"content":[{"type":"thinking","thinking":[{"type":"text","text":"${piece}"}]}]`,
  (piece) => `"reasoning_details":[{"index":0,"type":"reasoning.text","text":"${piece}"}]`,
  (piece) => `"anything":{"else":"${piece}"}`,
]

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

test(`behavior: of ${SPELLINGS} spellings of the key in whole responses none is shown or kept`, async () => {
  for (let way = 0; way < SPELLINGS; way += 1) {
    const written = spelledOut(way)
    const inside = JSON.stringify(`{"key":"${written}"}`)
    const bodies = [
      `{"id":"x","object":"chat.completion","model":"m","created":1,"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Key ${written}."}}]}`,
      `{"error":{"message":"Incorrect API key provided: ${written}","code":"invalid_api_key"}}`,
      `{"error":{"message":${inside}}}`,
      `{"${written}":[{"${written}":1}]}`,
      `{"first":"${written}","first":"other"}`,
      `no JSON: ${written}`,
    ]
    for (const text of bodies) {
      const { client } = page(text, 'application/json', way % 2 === 0 ? 200 : 401)
      const answer = await runChat(client, connection, chat).done
      const image = await editImage(client, connection, { body: {} }, { signal: never })
      const call = { method: 'GET', path: '/y' } as const
      const explored = await callOperation(client, connection, call, { signal: never })
      expect(holds([answer, image, explored, kept(client)]), text).toBe(false)
    }
  }
})

test(`behavior: of ${SPELLINGS} spellings of the key in pieces of a stream none is shown or kept`, async () => {
  for (let way = 0; way < SPELLINGS; way += 1)
    for (const [at, delta] of DELTAS.entries()) {
      // Between two characters, however they are written.
      const pieces = spelledOut(way).match(/(?:\\u.{4}|\\\/|.){1,5}/g) ?? []
      const events = pieces.map(
        (piece) => `data: {"choices":[{"index":0,"delta":{${delta(piece)}}}]}`,
      )
      const text = `${events.join('\n\n')}\n\n`
      const { client } = page(text, 'text/event-stream')
      const answer = await runChat(client, connection, chat).done
      const whole = page(text, 'text/event-stream')
      const call = { method: 'GET', path: '/y' } as const
      const explored =
        at > 0 ? undefined : await callOperation(whole.client, connection, call, { signal: never })
      const [exchange] = Object.values(client.exchanges.store.getState().byId)
      const streams = [
        Array.from(exchange?.events ?? [], ({ data }) => data),
        explored?.ok === true && explored.value.kind === 'text'
          ? explored.value.text.split('\n')
          : [],
      ].map((lines) => lines.map((line) => texts(readJson(line.replace(/^data: /, '')))).join(''))
      expect(streams[0]).toContain('<redacted')
      expect(holds([answer, streams]), `${way} ${at}`).toBe(false)
    }
})

/** All texts of a value, one after the other. */
function texts(value: JsonValue | undefined): string {
  if (typeof value === 'string')
    return /^(?:text|thinking|c|f|reasoning\.text)$/.test(value) ? '' : value
  if (Array.isArray(value)) return value.map(texts).join('')
  return isJsonObject(value) ? Object.values(value).map(texts).join('') : ''
}

test(`behavior: of ${SPELLINGS} spellings of a tool server's token none reaches the model`, async () => {
  for (let way = 0; way < SPELLINGS; way += 1) {
    const written = spelledOut(way)
    const raw =
      (text: string, type = 'application/json') =>
      ({ id }: Received) => {
        const message = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`
        const body = type === 'application/json' ? message : `data: ${message}\n\n`
        return new Response(body, { headers: { 'content-type': type } })
      }
    const text = `{"content":[{"type":"text","text":"Signed in with ${written}"},{"type":"text","text":${JSON.stringify(`{"token":"${written}"}`)}}],"structuredContent":{"${written}":"${written}"}}`
    const { client, server } = scriptedPage(
      {
        'tools/list': raw(
          `{"tools":[{"name":"look_up","description":"For ${written}","inputSchema":{"type":"object","properties":{"${written}":{"type":"string"}}}}]}`,
        ),
        'tools/call': raw(text, way % 2 === 0 ? undefined : 'text/event-stream'),
        'resources/read': raw(`{"contents":[{"uri":"file:///a","text":"${written}"}]}`),
        'prompts/get': raw(
          `{"messages":[{"role":"user","content":{"type":"text","text":"${written}"}}]}`,
        ),
      },
      {},
      authorizationCredential(SECRET, URL_OF_SERVER),
    )
    const connected = await server.connect(never)
    const called = await server.call(
      { id: '1', name: 'look_up', arguments: {} },
      { signal: never, cause: { exchangeId: 'e', toolCallId: 'c' } },
    )
    const message = called.ok ? resultText(called.result) : ''
    expect(message).toContain('Signed in with <redacted')
    const read = await server.readResource('file:///a', never)
    const prompt = await server.getPrompt('p', {}, never)
    expect(JSON.stringify([read, prompt])).toContain('<redacted')
    const seen = [connected, called, message, read, prompt, server.store.getState(), kept(client)]
    expect(holds(seen), written).toBe(false)
  }
})

test('behavior: a key that comes as plain text, a character an event, is masked', async () => {
  const events = Array.from(SECRET, (character) => `data: ${character}\n\n`).join('')
  const { client } = page(events, 'text/event-stream')
  await runChat(client, connection, chat).done
  const [exchange] = Object.values(client.exchanges.store.getState().byId)
  const text = Array.from(exchange?.events ?? [], ({ data }) => data).join('')
  expect(text).toContain('<redacted')
  expect(text).not.toContain(SECRET.slice(0, 20))
})

test('behavior: a response in another charset is read as what it is, and masked', async () => {
  const body = `{"é":"Key ${SECRET}"}`
  const bodies: [Uint8Array<ArrayBuffer>, string][] = [
    [new Uint8Array(Buffer.from(`\uFEFF${body}`, 'utf16le')), 'application/json'],
    [new Uint8Array(Buffer.from(body, 'utf16le')), 'application/json; charset=utf-16le'],
    [new Uint8Array(Buffer.from(body, 'latin1')), 'application/json; charset="ISO-8859-1"'],
    [new Uint8Array(Buffer.from(body)), 'application/json; charset=made-up'],
  ]
  for (const [bytes, type] of bodies) {
    const { client } = fakeClient(() => new Response(bytes, { headers: { 'content-type': type } }))
    const call = { method: 'GET', path: '/x' } as const
    const result = await request(client, connection, call, { signal: never, read: readAny })
    expect(result.ok && result.value).toMatchObject({
      kind: 'json',
      value: { é: `Key <redacted ${SECRET.length} chars>` },
    })
    expect(holds(kept(client))).toBe(false)
  }
})

test('behavior: the password of basic authentication is masked as the server repeats it', async () => {
  const { client } = page('{"error":"Wrong password hunter-2-plain for me"}')
  const basic = `Basic ${btoa('me:hunter-2-plain')}`
  const credential = authorizationCredential(basic, 'https://api.example.com')
  const call = { method: 'GET', path: '/x' } as const
  if (credential === undefined) throw new Error('No credential')
  await request(client, { ...connection, credential }, call, { signal: never, read: readAny })
  expect(JSON.stringify(kept(client))).not.toContain('hunter-2')
})

test('behavior: an event whose key is written with escapes is masked while it streams', async () => {
  const body = openBody()
  const { client } = fakeClient(() => body.response)
  const run = runChat(client, connection, chat)
  body.write(`data: {"choices":[{"delta":{"content":"${spelledOut(7)}"}}]}\n\n`)
  body.end()
  expect(holds([await run.done, kept(client)])).toBe(false)
})

import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { apiKeyCredential } from '../client/connection/credential.ts'
import { createObservable } from '../client/observable.ts'
import { fakeClient } from '../client/testing/fake-world.ts'
import { createSavedToolServers } from '../storage/connection/saved-tool-servers.ts'
import { memoryText } from '../storage/testing/test-storage.ts'
import type { ToolSourcesState } from '../tools/tool.ts'
import { createToolServers } from './tool-servers.ts'

const never = new AbortController().signal
const KEY = 'sk-tools-0123456789abcdef'

const address = {
  id: 'weather',
  name: 'Weather',
  url: 'https://mcp.example.com/mcp',
  usesAuthorization: false,
  off: [],
  addedAt: 1,
}

/** A server with two tools; it says 401 to whoever comes without the key, where it has one. */
function mcpServer() {
  const server = new McpServer({ name: 'weather', version: '1.0.0' })
  for (const name of ['get_weather', 'delete_weather'])
    server.registerTool(name, { inputSchema: fromJsonSchema({ type: 'object' }) }, () => ({
      content: [{ type: 'text', text: 'sunny' }],
    }))
  return server
}

let key: string | undefined
beforeEach(() => (key = undefined))

function page(local = memoryText()) {
  const handler = createMcpHandler(mcpServer)
  const { client, world } = fakeClient(({ url, method, headers, body, signal }) => {
    const sent = new Headers(headers.map(([name, value]): [string, string] => [name, value]))
    if (key !== undefined && sent.get('authorization') !== `Bearer ${key}`)
      return new Response('', { status: 401 })
    return handler.fetch(
      new Request(url, {
        method,
        headers: sent,
        signal,
        ...(typeof body === 'string' ? { body } : {}),
      }),
    )
  })
  client.connections.store.setState(({ config }) => ({ config: { ...config, mode: 'static' } }))
  const saved = createSavedToolServers({ local, session: memoryText(), events: new EventTarget() })
  const sources = createObservable<ToolSourcesState>({ list: [] }, world.report)
  const called: string[] = []
  const servers = createToolServers({
    client,
    saved,
    sources,
    sealedCredential: ({ url }) => apiKeyCredential(KEY, new URL(url).origin),
    onCalled: (exchangeId) => called.push(exchangeId),
  })
  const offered = () =>
    sources.getState().list.flatMap((source) => source.tools().map(({ name }) => name))
  return { servers, saved, sources, offered, called, world, local }
}

afterEach(() => {
  key = undefined
})

test('behavior: a connected server is saved, and its tools are there for conversations', async () => {
  const { servers, saved, offered } = page()
  expect(await servers.connect(address, undefined, never)).toBeUndefined()
  expect(saved.store.getState()).toEqual([address])
  expect(offered()).toEqual(['get_weather', 'delete_weather'])
})

test('behavior: a server that refuses changes nothing', async () => {
  key = KEY
  const { servers, saved, offered } = page()
  expect(await servers.connect(address, undefined, never)).toMatchObject({
    kind: 'tool_server',
    reason: 'authorization',
  })
  expect(saved.store.getState()).toEqual([])
  expect(offered()).toEqual([])
})

test('behavior: a tool that was turned off is offered to no model, also after a reload', async () => {
  const first = page()
  await first.servers.connect(address, undefined, never)
  first.servers.setOff('weather', ['delete_weather'])
  expect(first.offered()).toEqual(['get_weather'])
  const again = page(first.local)
  await again.servers.reconnect('weather', never)
  expect(again.offered()).toEqual(['get_weather'])
})

test('behavior: a server whose authorization is in memory alone is not tried without it', async () => {
  const first = page()
  key = KEY
  const credential = apiKeyCredential(KEY, 'https://mcp.example.com')
  await first.servers.connect({ ...address, usesAuthorization: true }, credential, never)
  const again = page(first.local)
  await again.servers.reconnect('weather', never)
  expect(again.world.sent).toEqual([])
})

test('behavior: a remembered authorization connects again by itself', async () => {
  const first = page()
  key = KEY
  const credential = apiKeyCredential(KEY, 'https://mcp.example.com')
  await first.servers.connect({ ...address, usesAuthorization: true }, credential, never)
  await first.servers.useSealed('weather')
  expect(JSON.stringify(first.local.loadJson('playground.toolServer.weather'))).not.toContain(KEY)
  const again = page(first.local)
  await again.servers.reconnect('weather', never)
  expect(again.offered()).toHaveLength(2)
})

test('behavior: each call is told of once it is over, with its exchange', async () => {
  const { servers, sources, called } = page()
  await servers.connect(address, undefined, never)
  const outcome = await sources
    .getState()
    .list[0]?.call(
      { id: 'call-1', name: 'get_weather', arguments: {} },
      { signal: never, cause: { exchangeId: 'x', toolCallId: 'call-1' } },
    )
  expect(outcome).toMatchObject({ ok: true, result: { content: [{ text: 'sunny' }] } })
  expect(called).toEqual([outcome?.exchangeId])
})

test('behavior: a removed server offers nothing and is not there after a reload', async () => {
  const { servers, offered, local } = page()
  await servers.connect(address, undefined, never)
  servers.remove('weather')
  expect(offered()).toEqual([])
  expect(page(local).saved.store.getState()).toEqual([])
})

test('security: what approvals are bound to is the server itself, not its origin', async () => {
  const { servers, sources } = page()
  const other = { ...address, id: 'other', name: 'Other', url: 'https://mcp.example.com/b/mcp?c=1' }
  await servers.connect(address, undefined, never)
  await servers.connect(other, undefined, never)
  const places = sources.getState().list.map(({ id, url }) => ({ id, url }))
  expect(places).toEqual([
    { id: address.id, url: address.url },
    { id: other.id, url: other.url },
  ])
})

test('behavior: connecting once more puts the new server in the place of the old one', async () => {
  const { servers, sources } = page()
  await servers.connect(address, undefined, never)
  await servers.connect({ ...address, name: 'Weather 2' }, undefined, never)
  expect(sources.getState().list.map(({ name }) => name)).toEqual(['Weather 2'])
})

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { isSpecType } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
let url: URL
beforeAll(async () => {
  service = await startTestService()
  url = new URL('/local/mcp', service.origin)
})
afterAll(() => service.stop())

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

describe('the practice server, with the official client of 2025', () => {
  let client: Client
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(url))
  })
  afterAll(() => client.close())

  it('behavior: connects, and lists its tools, resources and prompts', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'practice' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'weather',
      'calculate',
      'search',
      'image',
      'slow',
      'fail',
    ])
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint)).toHaveLength(4)
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'practice://about',
      'practice://image',
    ])
    expect((await client.listPrompts()).prompts).toHaveLength(1)
    await client.ping()
  })

  it('behavior: the weather of a city is structured, and the same every time', async () => {
    const ask = () => client.callTool({ name: 'weather', arguments: { city: 'Paris' } })
    const first = await ask()
    expect(first.structuredContent).toMatchObject({
      city: 'Paris',
      temperature_celsius: expect.any(Number),
    })
    expect(await ask()).toEqual(first)
  })

  it('behavior: calculates, searches, shows an image, and fails on demand', async () => {
    const call = async (name: string, given = {}) => client.callTool({ name, arguments: given })
    expect(await call('calculate', { expression: '6 * 7' })).toMatchObject({
      structuredContent: { result: 42 },
    })
    expect(await call('calculate', { expression: '6 *' })).toMatchObject({ isError: true })
    expect(await call('search', { query: 'server-sent events', limit: 1 })).toMatchObject({
      structuredContent: { results: [{ title: expect.stringContaining('Server-sent events') }] },
    })
    expect(await call('image')).toMatchObject({
      content: [{ type: 'text' }, { type: 'image' }, { type: 'resource_link' }],
    })
    expect(await call('fail')).toMatchObject({ isError: true })
    expect(await call('weather', { town: 'Paris' })).toMatchObject({ isError: true })
    await expect(call('nothing')).rejects.toThrow('Unknown tool: nothing')
  })

  it('behavior: reads resources and fills in prompts', async () => {
    const about = await client.readResource({ uri: 'practice://about' })
    expect(about.contents[0]).toMatchObject({ text: expect.stringContaining('# Practice tools') })
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('not found')
    const prompt = await client.getPrompt({
      name: 'compare_weather',
      arguments: { first: 'Rome', second: 'Oslo' },
    })
    expect(prompt.messages[0]?.content).toMatchObject({ text: expect.stringContaining('Oslo') })
    await expect(client.getPrompt({ name: 'compare_weather' })).rejects.toThrow('needs')
  })

  it('behavior: a slow call says how far it is, and ends when it is stopped', async () => {
    const seen: number[] = []
    const result = await client.callTool({ name: 'slow', arguments: { seconds: 0.6 } }, undefined, {
      onprogress: ({ progress }) => seen.push(progress),
    })
    expect(result.content).toEqual([{ type: 'text', text: 'Waited 0.6 seconds.' }])
    expect(seen).toEqual([0, 0.25, 0.5])
    const stop = new AbortController()
    const stopped = client.callTool({ name: 'slow', arguments: { seconds: 60 } }, undefined, {
      signal: stop.signal,
      onprogress: () => stop.abort(),
    })
    await expect(stopped).rejects.toThrow('abort')
  })
})

/** The official schema of each result. */
const IS_RESULT: Readonly<Record<string, (value: unknown) => boolean>> = {
  'server/discover': isSpecType.DiscoverResult,
  'tools/list': isSpecType.ListToolsResult,
  'resources/list': isSpecType.ListResourcesResult,
  'resources/templates/list': isSpecType.ListResourceTemplatesResult,
  'prompts/list': isSpecType.ListPromptsResult,
  'tools/call': isSpecType.CallToolResult,
  'resources/read': isSpecType.ReadResourceResult,
  'prompts/get': isSpecType.GetPromptResult,
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

function stateless(method: string, params: Record<string, unknown> = {}, meta: object = META) {
  return { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } }
}

function headersFor(method: string, name?: string): Record<string, string> {
  return {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(name === undefined ? {} : { 'Mcp-Name': name }),
  }
}

describe('the practice server, stateless', () => {
  it.each([
    ['server/discover', {}, undefined, { supportedVersions: ['2026-07-28'], cacheScope: 'public' }],
    ['tools/list', {}, undefined, { tools: expect.any(Array), ttlMs: 60_000 }],
    ['resources/list', {}, undefined, { resources: expect.any(Array) }],
    ['resources/templates/list', {}, undefined, { resourceTemplates: [] }],
    ['prompts/list', {}, undefined, { prompts: expect.any(Array) }],
    [
      'tools/call',
      { name: 'weather', arguments: { city: 'Rome' } },
      'weather',
      { structuredContent: { city: 'Rome' } },
    ],
    ['resources/read', { uri: 'practice://about' }, 'practice://about', { ttlMs: 60_000 }],
    [
      'prompts/get',
      { name: 'compare_weather', arguments: { first: 'a', second: 'b' } },
      '=?base64?Y29tcGFyZV93ZWF0aGVy?=',
      { messages: [{ role: 'user' }] },
    ],
  ])('behavior: answers %s', async (method, params, name, expected) => {
    const { status, text } = await post(stateless(method, params), headersFor(method, name))
    expect(status).toBe(200)
    const answered = JSON.parse(text)
    expect(IS_RESULT[method]?.(answered.result)).toBe(true)
    expect(answered).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: {
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'practice' } },
        ...expected,
      },
    })
  })

  const CALL = stateless('tools/call', { name: 'weather', arguments: { city: 'Rome' } })
  it.each([
    ['another method in Mcp-Method', CALL, headersFor('tools/list', 'weather'), 400, -32_020],
    ['another name in Mcp-Name', CALL, headersFor('tools/call', 'fail'), 400, -32_020],
    ['no Mcp-Name', CALL, headersFor('tools/call'), 400, -32_020],
    ['no Mcp-Method', CALL, { 'MCP-Protocol-Version': '2026-07-28' }, 400, -32_020],
    ['no MCP-Protocol-Version', CALL, { 'Mcp-Method': 'tools/call' }, 400, -32_020],
    [
      'another version in the header',
      CALL,
      { ...headersFor('tools/call', 'weather'), 'MCP-Protocol-Version': '2025-11-25' },
      400,
      -32_020,
    ],
    [
      'a version in the header and no _meta',
      { jsonrpc: '2.0', id: 7, method: 'tools/list' },
      headersFor('tools/list'),
      400,
      -32_602,
    ],
    [
      'no capabilities of the client',
      stateless('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }),
      headersFor('tools/list'),
      400,
      -32_602,
    ],
    [
      'a version of the future',
      stateless(
        'tools/list',
        {},
        { ...META, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' },
      ),
      { ...headersFor('tools/list'), 'MCP-Protocol-Version': '2030-01-01' },
      400,
      -32_022,
    ],
    ['initialize', stateless('initialize'), headersFor('initialize'), 404, -32_601],
    ['ping', stateless('ping'), headersFor('ping'), 404, -32_601],
    [
      'a tool that is not there',
      stateless('tools/call', { name: 'x' }),
      headersFor('tools/call', 'x'),
      200,
      -32_602,
    ],
    ['a member of all objects', stateless('toString'), headersFor('toString'), 404, -32_601],
  ])('behavior: refuses %s', async (_, body, headers, status, code) => {
    const answered = await post(body, headers)
    expect([answered.status, JSON.parse(answered.text).error.code]).toEqual([status, code])
  })

  it('behavior: names what it supports to who asks for another version', async () => {
    const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' }
    const { text } = await post(stateless('server/discover', {}, meta))
    expect(JSON.parse(text).error.data).toEqual({
      supported: ['2026-07-28'],
      requested: '2030-01-01',
    })
  })

  it('behavior: streams progress before the result of a slow call', async () => {
    const { headers, text } = await post(
      stateless(
        'tools/call',
        { name: 'slow', arguments: { seconds: 0.3 } },
        { ...META, progressToken: 'p' },
      ),
      headersFor('tools/call', 'slow'),
    )
    expect(headers.get('content-type')).toContain('text/event-stream')
    const messages = text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)))
    expect(messages.at(0)).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 0, total: 0.3 },
    })
    expect(messages.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } })
  })
})

describe('the door of the practice server', () => {
  it('behavior: is asked by POST alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(url, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it.each([
    ['no JSON', '{', 400, -32_700],
    ['no message', '{"hello":1}', 400, -32_600],
    ['an id that is no id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32_600],
    ['too many messages', JSON.stringify(Array.from({ length: 21 }, () => ({}))), 400, -32_600],
    ['a stateless message in a batch', JSON.stringify([stateless('tools/list')]), 400, -32_600],
    ['a large body', JSON.stringify({ text: 'x'.repeat(300_000) }), 413, -32_600],
    ['a deep body', '['.repeat(100_000), 400, -32_700],
  ])('behavior: refuses %s', async (_, body, status, code) => {
    const answered = await post(body)
    expect([answered.status, JSON.parse(answered.text).error.code]).toEqual([status, code])
  })

  it('behavior: refuses another content type, and a version that it never knew', async () => {
    expect((await post('{}', { 'Content-Type': 'text/plain' })).status).toBe(415)
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await post(ping, { 'MCP-Protocol-Version': '2024-11-05' })).status).toBe(400)
  })

  it('behavior: accepts notifications, responses and the batches of March 2025', async () => {
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await post(initialized)).status).toBe(202)
    expect((await post({ jsonrpc: '2.0', id: 1, result: {} })).status).toBe(202)
    expect((await post([initialized])).status).toBe(202)
    const { text } = await post([{ jsonrpc: '2.0', id: 'a', method: 'ping' }, initialized])
    expect(JSON.parse(text)).toEqual([{ jsonrpc: '2.0', id: 'a', result: {} }])
  })

  it('behavior: a website cannot call it', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await post(body, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(body, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  })
})

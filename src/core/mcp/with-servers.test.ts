import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'

import { McpServer as SessionServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CreateMessageResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { z } from '../../../contract/zod.ts'
import { fakeClient } from '../client/testing/fake-world.ts'
import type { ToolProgress } from '../tools/tool.ts'
import { createToolServer } from './tool-server.ts'

const never = new AbortController().signal
const cause = { exchangeId: 'model-request', toolCallId: 'call-1' }
const URL_OF_SERVER = 'https://mcp.example.com/mcp'

/** A page whose network is a server in this process. */
function pageOf(serve: (request: Request) => Promise<Response>) {
  const { client, world } = fakeClient(({ url, method, headers, body, signal }) =>
    serve(
      new Request(url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        signal,
        ...(typeof body === 'string' ? { body } : {}),
      }),
    ),
  )
  return {
    client,
    world,
    server: createToolServer(client, { id: 's', name: 'S', url: URL_OF_SERVER }),
  }
}

function statelessServer() {
  const server = new McpServer(
    { name: 'stateless', version: '2.0.0' },
    { instructions: 'Be kind.' },
  )
  server.registerTool(
    'add',
    {
      title: 'Add',
      description: 'Adds two numbers',
      inputSchema: fromJsonSchema<{ a: number; b: number }>({
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
      }),
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }, { mcpReq }) => {
      const token = mcpReq._meta?.progressToken
      if (token !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: token, progress: 1, total: 2, message: 'Half' },
        })
      return { content: [{ type: 'text', text: String(a + b) }] }
    },
  )
  server.registerResource('readme', 'file:///readme.md', { mimeType: 'text/markdown' }, (uri) =>
    Promise.resolve({ contents: [{ uri: uri.href, text: '# Read me' }] }),
  )
  server.registerPrompt(
    'greet',
    {
      description: 'Greets',
      argsSchema: fromJsonSchema<{ name: string }>({
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
      }),
    },
    ({ name }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }],
    }),
  )
  return server
}

describe('a server of the stateless era', () => {
  test('default: connects, lists, calls, reads and prompts', async () => {
    const handler = createMcpHandler(statelessServer, { legacy: 'reject' })
    const { server, world } = pageOf((request) => handler.fetch(request))
    expect(await server.connect(never)).toBeUndefined()
    expect(server.store.getState()).toMatchObject({
      status: 'connected',
      info: {
        name: 'stateless',
        version: '2.0.0',
        instructions: 'Be kind.',
        era: 'stateless',
        protocolVersion: '2026-07-28',
        offers: { tools: true, resources: true, prompts: true },
      },
      tools: { notes: [] },
    })
    expect(server.tools()).toMatchObject([{ name: 'add', title: 'Add', readOnly: true }])
    const progress: ToolProgress[] = []
    const called = await server.call(
      { id: 'call-1', name: 'add', arguments: { a: 2, b: 3 } },
      { signal: never, cause, onProgress: (one) => progress.push(one) },
    )
    expect(called).toMatchObject({
      ok: true,
      result: { content: [{ type: 'text', text: '5' }], isError: false },
    })
    expect(progress).toEqual([{ done: 1, total: 2, message: 'Half' }])
    expect(await server.listResources(never)).toMatchObject({
      ok: true,
      value: { items: [{ uri: 'file:///readme.md', name: 'readme' }] },
    })
    expect(await server.readResource('file:///readme.md', never)).toMatchObject({
      ok: true,
      value: [{ type: 'resource', text: '# Read me' }],
    })
    expect(await server.listPrompts(never)).toMatchObject({
      ok: true,
      value: { items: [{ name: 'greet', arguments: [{ name: 'name', isRequired: true }] }] },
    })
    expect(await server.getPrompt('greet', { name: 'Ada' }, never)).toMatchObject({
      ok: true,
      value: { messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }] },
    })
    await server.close()
    expect(world.sent.every(({ method, url }) => method === 'POST' && url === URL_OF_SERVER)).toBe(
      true,
    )
  })

  test('behavior: a server of both eras is spoken to as the newer one', async () => {
    const handler = createMcpHandler(statelessServer)
    const { server } = pageOf((request) => handler.fetch(request))
    await server.connect(never)
    expect(server.store.getState()).toMatchObject({ info: { era: 'stateless' } })
  })
})

function sessionServer() {
  const server = new SessionServer(
    { name: 'session', version: '1.0.0' },
    { capabilities: { logging: {} } },
  )
  server.registerTool(
    'add',
    { inputSchema: { a: z.number(), b: z.number() } },
    async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  )
  server.registerTool('fail', {}, async () => ({
    content: [{ type: 'text', text: 'It failed.' }],
    isError: true,
  }))
  server.registerTool('ask', {}, async (extra) => {
    const response = await extra.sendRequest(
      { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
      CreateMessageResultSchema,
    )
    return { content: [{ type: 'text', text: JSON.stringify(response) }] }
  })
  return server
}

describe('a server of the era with sessions', () => {
  /** Sessions by their ID; a test may forget them, as a restart does. */
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const serve =
    (enableJsonResponse: boolean) =>
    async (request: Request): Promise<Response> => {
      const id = request.headers.get('mcp-session-id')
      const known = id === null ? undefined : sessions.get(id)
      if (id !== null && known === undefined)
        return Response.json(
          { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } },
          { status: 404 },
        )
      if (known !== undefined) return known.handleRequest(request)
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        enableJsonResponse,
        onsessioninitialized: (made) => void sessions.set(made, transport),
        onsessionclosed: (closed) => void sessions.delete(closed),
      })
      await sessionServer().connect(transport)
      return transport.handleRequest(request)
    }

  test.each([true, false])('default: connects, lists and calls; JSON %s', async (isJson) => {
    const { server, client, world } = pageOf(serve(isJson))
    expect(await server.connect(never)).toBeUndefined()
    expect(server.store.getState()).toMatchObject({
      info: { name: 'session', era: 'session', protocolVersion: '2025-11-25' },
    })
    const options = { signal: never, cause }
    expect(
      await server.call({ id: '1', name: 'add', arguments: { a: 1, b: 2 } }, options),
    ).toMatchObject({ ok: true, result: { content: [{ text: '3' }] } })
    expect(await server.call({ id: '1', name: 'fail', arguments: {} }, options)).toMatchObject({
      ok: true,
      result: { isError: true },
    })
    const [id = ''] = sessions.keys()
    await server.close()
    expect(world.sent.at(-1)?.method).toBe('DELETE')
    expect(sessions.has(id)).toBe(false)
    // The ID of a session is a credential: it is nowhere to be seen.
    expect(JSON.stringify(client.exchanges.store.getState())).not.toContain(id)
  })

  test('behavior: a session that the server ended is begun anew, and the call is made once', async () => {
    const { server } = pageOf(serve(true))
    await server.connect(never)
    sessions.clear()
    expect(
      await server.call(
        { id: '1', name: 'add', arguments: { a: 1, b: 2 } },
        { signal: never, cause },
      ),
    ).toMatchObject({ ok: true, result: { content: [{ text: '3' }] } })
    sessions.clear()
    expect(await server.refresh(never)).toBeUndefined()
    await server.close()
  })

  test('behavior: a tool that needs a model fails at once', async () => {
    const { server } = pageOf(serve(false))
    await server.connect(never)
    const result = await server.call(
      { id: '1', name: 'ask', arguments: {} },
      { signal: never, cause },
    )
    expect(result).toMatchObject({ ok: true, result: { isError: true } })
    await server.close()
  })
})

describe('the example server', () => {
  let example: ChildProcess
  let port = 0

  beforeAll(async () => {
    port = await freePort()
    const program = createRequire(import.meta.url).resolve(
      '@modelcontextprotocol/server-everything/dist/index.js',
    )
    example = spawn(process.execPath, [program, 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await new Promise<void>((resolve) => {
      example.stderr?.on('data', (text: Buffer) => {
        if (text.toString().includes('listening')) resolve()
      })
    })
  }, 60_000)
  afterAll(() => void example.kill())

  test('default: connects, lists everything and calls', async () => {
    const { client } = fakeClient(() => new Response(), { fetch })
    const url = `http://127.0.0.1:${port}/mcp`
    const server = createToolServer(client, { id: 's', name: 'S', url })
    expect(await server.connect(never)).toBeUndefined()
    expect(server.tools().length).toBeGreaterThan(5)
    const options = { signal: never, cause }
    expect(
      await server.call({ id: '1', name: 'echo', arguments: { message: 'hello' } }, options),
    ).toMatchObject({ ok: true, result: { content: [{ type: 'text', text: 'Echo: hello' }] } })
    const progress: ToolProgress[] = []
    const long = { duration: 0.2, steps: 2 }
    const slow = await server.call(
      { id: '1', name: 'trigger-long-running-operation', arguments: long },
      { ...options, onProgress: (one) => progress.push(one) },
    )
    expect(slow).toMatchObject({ ok: true })
    expect(progress.length).toBeGreaterThan(0)
    const image = await server.call({ id: '1', name: 'get-tiny-image', arguments: {} }, options)
    expect(JSON.stringify(image)).toContain('"mimeType":"image/png"')
    const resources = await server.listResources(never)
    expect(resources.ok && resources.value.items.length).toBeGreaterThan(1)
    const prompts = await server.listPrompts(never)
    expect(prompts.ok && prompts.value.items.length).toBeGreaterThan(1)
    await server.close()
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      )
    })
  })
}

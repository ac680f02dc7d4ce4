import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { rawRequest } from '../../testing/raw-request.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

const NODE = JSON.stringify(process.execPath)
const ENV = { PATH: process.env['PATH'] ?? '', SECRET: 'not to be passed on' }
const require = createRequire(import.meta.url)
const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
const MEMORY = require.resolve('@modelcontextprotocol/server-memory/dist/index.js')
const FILES = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let service: TestService | undefined
const clients: Client[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await service?.stop()
  service = undefined
})

/** A server that runs this code, with \`send\` and \`requests\` at hand. */
function scripted(name: string, code: string): string {
  const file = join(folder, `${name}.cjs`)
  writeFileSync(
    file,
    `const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
const answer = ({ id, method, params }) => {
  if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } })
  else if (method === 'tools/list') send({ id, result: { tools } })
  else if (method === 'tools/call') call(id, params)
  else if (id !== undefined && method) send({ id, error: { code: -32601, message: 'Method not found' } })
}
let text = ''
process.stdin.on('data', (chunk) => {
  const lines = (text + chunk).split('\\n')
  text = lines.pop()
  for (const line of lines) answer(JSON.parse(line))
})
${code}`,
  )
  return `s=${NODE} ${file}`
}

async function start(...servers: string[]): Promise<TestService> {
  service = await startTestService({
    flags: servers.flatMap((server) => ['--mcp', server]),
    env: ENV,
  })
  return service
}

async function connect({ origin, apiKey }: TestService, name = 's'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { Authorization: `Bearer ${apiKey}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/local/mcp/${name}`, origin), {
      requestInit: { headers },
    }),
  )
  clients.push(client)
  return client
}

describe('the official servers over the bridge', () => {
  it('behavior: everything: tools, resources, prompts, images and progress', async () => {
    const client = await connect(await start(`everything=${NODE} ${EVERYTHING}`), 'everything')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('echo')
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hello' } })).toMatchObject({
      content: [{ type: 'text', text: 'Echo: hello' }],
    })
    expect((await client.listResources()).resources.length).toBeGreaterThan(0)
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0)
    const seen: number[] = []
    await client.callTool(
      { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } },
      undefined,
      { onprogress: ({ progress }) => seen.push(progress) },
    )
    expect(seen).toEqual([1, 2])
  })

  it('behavior: memory and filesystem, side by side', async () => {
    writeFileSync(join(folder, 'note.txt'), 'a note')
    const both = await start(`memory=${NODE} ${MEMORY}`, `files=${NODE} ${FILES} ${folder}`)
    const [memory, files] = await Promise.all([connect(both, 'memory'), connect(both, 'files')])
    expect(await memory.callTool({ name: 'read_graph', arguments: {} })).toMatchObject({
      structuredContent: { entities: [] },
    })
    const path = join(folder, 'note.txt')
    expect(await files.callTool({ name: 'read_text_file', arguments: { path } })).toMatchObject({
      content: [{ text: 'a note' }],
    })
    const outside = { name: 'read_text_file', arguments: { path: '/etc/hostname' } }
    expect(await files.callTool(outside)).toMatchObject({ isError: true })
  })
})

describe('a server that misbehaves', () => {
  const go = { name: 'go', arguments: {} }

  it('behavior: that crashes in a call fails the call, and a new session starts it again', async () => {
    const crashing = await start(
      scripted(
        'crash',
        `console.error('a secret of the server'); const call = () => process.exit(3)`,
      ),
    )
    const client = await connect(crashing)
    await expect(client.callTool(go)).rejects.toThrow('The server ended: exit code 3.')
    await expect(client.listTools()).rejects.toThrow('The session has ended')
    const again = await connect(crashing)
    expect((await again.listTools()).tools).toHaveLength(1)
    const log = crashing.log.join('')
    expect(log).toContain('"server":"s","why":"exit code 3","errorBytes":23')
    expect(log).not.toContain('a secret of the server')
  })

  it('behavior: that cannot be started says so', async () => {
    const missing = await start('s=/nowhere/at-all --x')
    await expect(connect(missing)).rejects.toThrow('it could not be started: ENOENT')
  })

  it.each([
    ['garbage', `setInterval(() => process.stdout.write('garbage\\n'.repeat(1000)), 1)`],
    [
      'notifications',
      `setInterval(() => { for (let n = 0; n < 1000; n += 1) send({ method: 'notifications/message', params: { level: 'info', data: 'x' } }) }, 1)`,
    ],
  ])('behavior: that floods its output with %s is ended', async (name, flood) => {
    const client = await connect(await start(scripted(name, `const call = () => { ${flood} }`)))
    await expect(client.callTool(go)).rejects.toThrow('it sent too much without a result')
  })

  it('behavior: that sends a line without an end is ended', async () => {
    const endless = `const call = () => { const part = 'x'.repeat(1_000_000); const more = () => process.stdout.write(part, more); more() }`
    const client = await connect(await start(scripted('endless', endless)))
    await expect(client.callTool(go)).rejects.toThrow('a line of more than 16 MB')
  })

  it('behavior: that prints other things beside its messages is understood', async () => {
    const chatty = `console.log('Welcome!'); console.log('{"jsonrpc":"2.0","id":99,"result":{}}'); console.log('[1]')
const call = (id) => { console.log('working'); send({ id, result: { content: [] } }) }`
    const client = await connect(await start(scripted('chatty', chatty)))
    expect(await client.callTool(go)).toMatchObject({ content: [] })
  })

  it('behavior: that never answers hears that the client gave up, and stays', async () => {
    const silent = `const seen = []
process.stdin.on('data', (chunk) => seen.push(String(chunk)))
let calls = 0
const call = (id) => { calls += 1; if (calls > 1) send({ id, result: { content: [{ type: 'text', text: seen.join('') }] } }) }`
    const client = await connect(await start(scripted('silent', silent)))
    const stop = new AbortController()
    const stopped = client.callTool(go, undefined, { signal: stop.signal })
    stop.abort('enough')
    await expect(stopped).rejects.toThrow('enough')
    await expect
      .poll(async () => JSON.stringify(await client.callTool(go)))
      .toContain('notifications/cancelled')
  })

  it('behavior: that does not end when asked is killed with all that it started', async () => {
    const file = join(folder, 'pids')
    const stubborn = `const { spawn } = require('node:child_process')
const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' })
process.on('SIGTERM', () => {})
setInterval(() => {}, 1000)
require('node:fs').writeFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid)
const call = () => {}`
    const running = await start(scripted('stubborn', stubborn))
    await connect(running)
    const pids = readFileSync(file, 'utf8').split(' ').map(Number)
    expect(pids.map(isRunning)).toEqual([true, true])
    await running.stop()
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false])
  })
})

function isRunning(pid: number): boolean {
  try {
    // What has ended but was not collected yet does not run.
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ')
  } catch {
    return false
  }
}

describe('a session', () => {
  const KEEPS = `let count = 0
const call = (id) => { count += 1; send({ id, result: { content: [{ type: 'text', text: JSON.stringify({ count, env: Object.keys(process.env) }) }] } }) }`
  const go = { name: 'go', arguments: {} }

  it('behavior: is a process of its own, with the least of environments', async () => {
    const keeps = await start(scripted('keeps', KEEPS))
    const [one, two] = await Promise.all([connect(keeps), connect(keeps)])
    await one.callTool(go)
    expect(JSON.stringify(await one.callTool(go))).toContain(String.raw`\"count\":2`)
    const other = JSON.stringify(await two.callTool(go))
    expect(other).toContain(String.raw`\"count\":1`)
    expect(other).toContain('PATH')
    expect(other).not.toContain('SECRET')
  })

  it('behavior: the one that waited longest makes room for the fifth', async () => {
    const keeps = await start(scripted('rooms', KEEPS))
    const first = await connect(keeps)
    for (let more = 0; more < 4; more += 1) await connect(keeps)
    await expect(first.callTool(go)).rejects.toThrow('The session has ended')
  })

  it('behavior: DELETE ends it', async () => {
    const keeps = await start(scripted('deleted', KEEPS))
    const client = await connect(keeps)
    const { transport } = client
    if (!(transport instanceof StreamableHTTPClientTransport)) throw new Error('no transport')
    await transport.terminateSession()
    await expect.poll(() => keeps.log.join('')).toContain('MCP server ended')
  })

  it('behavior: the server may ask the client, which answers', async () => {
    const asking = `let waiting
const call = (id) => { waiting = id; send({ id: 'q', method: 'roots/list' }) }
process.stdin.on('data', (chunk) => { if (String(chunk).includes('file:///root')) send({ id: waiting, result: { content: [{ type: 'text', text: 'asked' }] } }) })`
    const client = await connect(await start(scripted('asking', asking)))
    client.fallbackRequestHandler = async () => ({ roots: [{ uri: 'file:///root' }] })
    expect(await client.callTool(go)).toMatchObject({ content: [{ text: 'asked' }] })
  })
})

describe('the stateless revision', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  async function ask({ origin, apiKey }: TestService, method: string, params: object = {}) {
    const response = await fetch(`${origin}/local/mcp/s`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        'Mcp-Name': 'name' in params ? String(params.name) : '',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'x', method, params: { ...params, _meta: META } }),
    })
    return { status: response.status, body: await response.json() }
  }

  it('behavior: passes through to a server that knows it', async () => {
    const file = join(folder, 'stateless.mjs')
    const dist = join(process.cwd(), 'node_modules/@modelcontextprotocol/server/dist')
    writeFileSync(
      file,
      `import { fromJsonSchema, McpServer } from ${JSON.stringify(join(dist, 'index.mjs'))}
import { serveStdio } from ${JSON.stringify(join(dist, 'stdio.mjs'))}
serveStdio(() => {
  const server = new McpServer({ name: 'modern', version: '1' })
  server.registerTool('go', { inputSchema: fromJsonSchema({ type: 'object' }) }, () => ({ content: [{ type: 'text', text: 'gone' }] }))
  return server
})`,
    )
    const modern = await start(`s=${NODE} ${file}`)
    expect(await ask(modern, 'server/discover')).toMatchObject({
      status: 200,
      body: { id: 'x', result: { supportedVersions: ['2026-07-28'] } },
    })
    const results = await Promise.all(
      Array.from({ length: 5 }, () => ask(modern, 'tools/call', { name: 'go', arguments: {} })),
    )
    for (const { body } of results)
      expect(body).toMatchObject({ id: 'x', result: { content: [{ text: 'gone' }] } })
    expect(await ask(modern, 'ping')).toMatchObject({
      status: 404,
      body: { error: { code: -32_601 } },
    })
  })

  it('behavior: a server that does not know it is asked once, and then spoken to as before', async () => {
    const earlier = await start(
      scripted('earlier', 'const call = (id) => send({ id, result: { content: [] } })'),
    )
    for (let times = 0; times < 2; times += 1)
      expect(await ask(earlier, 'server/discover')).toMatchObject({
        status: 404,
        body: { error: { code: -32_601 } },
      })
    const client = await connect(earlier)
    expect((await client.listTools()).tools).toHaveLength(1)
  })
})

describe('who may use a server of this computer', () => {
  it('behavior: the own page, and a program with the key; no website, in whatever way', async () => {
    const { origin, apiKey } = await startTestService({
      flags: [
        '--mcp',
        scripted('guarded', 'const call = () => {}'),
        '--allow-origin',
        'https://friend.example',
      ],
      env: ENV,
    }).then((started) => (service = started))
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/ping' })
    const { port } = new URL(origin)
    const status = async (headers: Record<string, string>, method = 'POST') => {
      const answered = await rawRequest(`${origin}/local/mcp/s`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(method === 'POST' ? { body } : {}),
      })
      return answered.status
    }
    const key = { Authorization: `Bearer ${apiKey}` }
    // 400: let in, and told that the session is missing.
    expect(await status({ 'Sec-Fetch-Site': 'same-origin', Origin: origin })).toBe(400)
    expect(await status(key)).toBe(400)
    for (const refused of [
      {},
      { Authorization: 'Bearer wrong' },
      { 'Sec-Fetch-Site': 'none' },
      { ...key, 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'same-site' },
      { ...key, 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
      { ...key, Origin: 'https://friend.example' },
      { ...key, Origin: 'https://friend.example', 'Sec-Fetch-Site': 'cross-site' },
      { ...key, Origin: 'null' },
    ])
      expect([JSON.stringify(refused), await status(refused)]).toEqual([
        JSON.stringify(refused),
        403,
      ])
    for (const rebound of [
      `evil.example:${port}`,
      'evil.example',
      `127.0.0.1.evil.example:${port}`,
    ])
      expect(await status({ ...key, 'Sec-Fetch-Site': 'same-origin', Host: rebound })).toBe(421)
    expect(await status({ ...key, 'Content-Type': 'text/plain' })).toBe(415)
    expect(await status({}, 'GET')).toBe(403)
    expect(await status(key, 'GET')).toBe(405)
    expect(await status({}, 'DELETE')).toBe(403)
  })

  it('behavior: is told by name in config.json, without its command', async () => {
    const named = await start(`files=${NODE} --secret-argument`)
    const config = await fetch(`${named.origin}/config.json`)
    const text = await config.text()
    expect(JSON.parse(text)).toMatchObject({ mcpServers: ['files'] })
    expect(text).not.toContain('secret-argument')
    await named.stop()
    const plain = await start()
    expect(await (await fetch(`${plain.origin}/config.json`)).json()).not.toHaveProperty(
      'mcpServers',
    )
    expect((await plain.call('/../../local/mcp/files', {})).status).toBe(404)
  })
})

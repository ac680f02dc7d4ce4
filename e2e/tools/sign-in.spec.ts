import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test as base } from '../support/fixtures.ts'

const TOKEN = 'tool-token-0123456789abcdef'

/** A tool server that requires a sign-in, and lets people sign in at the same origin by itself. */
interface Guarded {
  server: Server
  origin: string
}

const test = base.extend<{ guarded: Guarded }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for it.
  guarded: async ({}, use) => {
    const guarded = await startGuarded()
    await use(guarded)
    guarded.server.closeAllConnections()
    guarded.server.close()
  },
  serviceFlags: async ({ guarded }, use) => use(['--allow-api', guarded.origin]),
})

test('a tool server that requires it is signed in to in a window of its own', async ({
  chat,
  guarded,
}) => {
  const { page } = chat
  const servers = page.getByRole('region', { name: 'Tool servers' })
  await servers.getByRole('button', { name: 'Add tool server' }).click()
  await servers.getByRole('textbox', { name: 'Server URL' }).fill(`${guarded.origin}/mcp`)
  await servers.getByRole('button', { name: 'Connect server' }).click()
  await servers.getByRole('button', { name: 'Sign in' }).click()
  const { host } = new URL(guarded.origin)
  await servers.getByRole('button', { name: `Continue at ${host}` }).click()
  await expect(servers.getByRole('list', { name: 'Tools', exact: true })).toContainText(
    'guarded_tool',
  )
  expect(page.context().pages()).toHaveLength(1)
})

async function startGuarded(): Promise<Guarded> {
  const server = createServer((request, response) => {
    void respond(request, origin).then(({ status = 200, headers = {}, body }) => {
      response.writeHead(status, {
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-allow-headers':
          'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name',
        'access-control-expose-headers': 'WWW-Authenticate',
        'content-type': 'application/json',
        ...headers,
      })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return { server, origin }
}

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

async function respond(request: IncomingMessage, origin: string): Promise<Reply> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { pathname, searchParams } = new URL(request.url ?? '/', origin)
  if (request.method === 'OPTIONS') return { status: 204 }
  switch (pathname) {
    case '/.well-known/oauth-protected-resource/mcp':
      return { body: { resource: `${origin}/mcp`, authorization_servers: [origin] } }
    case '/.well-known/oauth-authorization-server':
      return {
        body: {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          code_challenge_methods_supported: ['S256'],
        },
      }
    case '/register':
      return { status: 201, body: { client_id: 'client' } }
    case '/authorize': {
      const back = new URL(searchParams.get('redirect_uri') ?? origin)
      back.searchParams.set('code', 'code-0123456789')
      back.searchParams.set('state', searchParams.get('state') ?? '')
      return { status: 302, headers: { location: back.href } }
    }
    case '/token':
      return new URLSearchParams(text).get('code') === 'code-0123456789'
        ? { body: { access_token: TOKEN, token_type: 'Bearer' } }
        : { status: 400, body: { error: 'invalid_grant' } }
    case '/mcp':
      if (request.headers.authorization !== `Bearer ${TOKEN}`)
        return { status: 401, headers: { 'www-authenticate': 'Bearer scope="tools"' } }
      return { body: rpcReply(JSON.parse(text)) }
    default:
      return { status: 404 }
  }
}

function rpcReply({ id, method }: { id: number; method: string }): unknown {
  const result =
    method === 'server/discover'
      ? { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
      : { tools: [{ name: 'guarded_tool', inputSchema: { type: 'object' } }] }
  return { jsonrpc: '2.0', id, result }
}

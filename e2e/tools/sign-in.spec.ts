import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Locator } from '@playwright/test'

import { expect, test as base } from '../support/fixtures.ts'

const TOKEN = 'tool-token-0123456789abcdef'

/** A tool server that requires a sign-in, and lets people sign in at the same origin by itself. */
interface Guarded {
  server: Server
  origin: string
  /** Apps register themselves; a person has to where they can't. */
  registers: boolean
  /** Who lets people sign in; the same origin unless said otherwise. */
  authority: string
  /** The token that is valid; each refresh has the next one. */
  token: string
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

test('a tool server that requires it is signed in to in a window of its own, and an expired token replaced without a press', async ({
  chat,
  guarded,
}) => {
  const { page } = chat
  const servers = page.getByRole('region', { name: 'Tool servers' })
  await startSignIn(servers, guarded)
  const { host } = new URL(guarded.origin)
  await servers.getByRole('button', { name: `Continue at ${host}` }).click()
  const list = servers.getByRole('list', { name: 'Tools', exact: true })
  await expect(list).toContainText('guarded_tool')
  expect(page.context().pages()).toHaveLength(1)

  guarded.token = 'expired'
  await servers.getByRole('button', { name: /^Reconnect/ }).click()
  await expect.poll(() => guarded.token).toBe(`next-${TOKEN}`)
  await expect(list).toContainText('guarded_tool')
})

test('where apps are not registered by themselves, a person enters their client ID', async ({
  chat,
  guarded,
}) => {
  guarded.registers = false
  const servers = chat.page.getByRole('region', { name: 'Tool servers' })
  await startSignIn(servers, guarded)
  await servers.getByRole('button', { name: /^Continue at/ }).click()
  await servers.getByRole('textbox', { name: 'Client ID' }).fill('mine')
  await servers.getByRole('button', { name: /^Continue at/ }).click()
  await expect(servers.getByRole('list', { name: 'Tools', exact: true })).toContainText(
    'guarded_tool',
  )
})

test('who lets people sign in is allowed from the sign-in, before anything is sent there', async ({
  chat,
  guarded,
}) => {
  const { page } = chat
  guarded.authority = 'http://127.0.0.1:9'
  const servers = page.getByRole('region', { name: 'Tool servers' })
  await startSignIn(servers, guarded)
  await expect(servers.getByRole('button', { name: /^Continue at/ })).toHaveCount(0)
  await servers.getByRole('button', { name: 'Allow 127.0.0.1:9' }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await servers.getByRole('button', { name: 'Sign in' }).click()
  await expect(servers.getByRole('button', { name: 'Continue at 127.0.0.1:9' })).toBeVisible()
})

/** Connects without a token, and asks how to sign in. */
async function startSignIn(servers: Locator, { origin }: Guarded): Promise<void> {
  await servers.getByRole('button', { name: 'Add tool server' }).click()
  await servers.getByRole('textbox', { name: 'Server URL' }).fill(`${origin}/mcp`)
  await servers.getByRole('button', { name: 'Connect server' }).click()
  await servers.getByRole('button', { name: 'Sign in' }).click()
}

async function startGuarded(): Promise<Guarded> {
  const server = createServer((request, response) => {
    void respond(request, guarded).then(({ status = 200, headers = {}, body }) => {
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
  const guarded = { server, origin, registers: true, authority: origin, token: TOKEN }
  return guarded
}

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

async function respond(request: IncomingMessage, guarded: Guarded): Promise<Reply> {
  const { origin, registers, authority } = guarded
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { pathname, searchParams } = new URL(request.url ?? '/', origin)
  if (request.method === 'OPTIONS') return { status: 204 }
  switch (pathname) {
    case '/.well-known/oauth-protected-resource/mcp':
      return { body: { resource: `${origin}/mcp`, authorization_servers: [authority] } }
    case '/.well-known/oauth-authorization-server':
      return {
        body: {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          ...(registers ? { registration_endpoint: `${origin}/register` } : {}),
          code_challenge_methods_supported: ['S256'],
        },
      }
    case '/register':
      return { status: 201, body: { client_id: 'client' } }
    case '/authorize': {
      if (searchParams.get('client_id') !== (registers ? 'client' : 'mine')) return { status: 400 }
      const back = new URL(searchParams.get('redirect_uri') ?? origin)
      back.searchParams.set('code', 'code-0123456789')
      back.searchParams.set('state', searchParams.get('state') ?? '')
      return { status: 302, headers: { location: back.href } }
    }
    case '/token':
      if (new URLSearchParams(text).get('refresh_token') === 'refresh-0123456789')
        guarded.token = `next-${TOKEN}`
      else if (new URLSearchParams(text).get('code') !== 'code-0123456789')
        return { status: 400, body: { error: 'invalid_grant' } }
      return {
        body: {
          access_token: guarded.token,
          token_type: 'Bearer',
          refresh_token: 'refresh-0123456789',
        },
      }
    case '/mcp':
      if (request.headers.authorization !== `Bearer ${guarded.token}`)
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

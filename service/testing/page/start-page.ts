import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener, type HttpBindings } from '@hono/node-server'

import { PRACTICE_KEY } from '../../../contract/practice/practice-api.ts'
import { createLog } from '../../app/log.ts'
import type { StartedService, StartOptions } from '../../node/start.ts'
import { servicePage } from './page-fetch.ts'

/** What a page has no place for; a test that wants it proves nothing of a page. */
const NODE_ONLY = ['relay', 'databaseUrl', 'redisUrl', 'publicOrigin'] as const

/** Headers that a browser sends by itself, and none to a service in the page. */
const BY_BROWSERS =
  /^(?:host|connection|content-length|accept-encoding|keep-alive|transfer-encoding)$/

/** Offers the service of a page over HTTP, so that the tests of the API run against it. */
export async function startPage({
  commandLine,
  env,
  writeLog,
  times = {},
}: StartOptions): Promise<StartedService> {
  const refused = NODE_ONLY.filter((name) => commandLine[name] !== undefined)
  const { tier, rate, likeProvider = false, allowedOrigins, upstreams } = commandLine
  if (refused.length + allowedOrigins.length + upstreams.length > 0)
    throw new Error('A page has no other servers, databases and origins')
  const page = await servicePage(createLog(writeLog, 'info'), {
    ...times,
    furtherKeys: (env['VENDOR_API_KEYS'] ?? '').split(',').filter((key) => key !== ''),
    tokensPerSecond: rate,
    tier,
    likeProvider,
  })
  const handle = getRequestListener(async (request, bindings) => {
    const { outgoing } = bindings as HttpBindings
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort(new Error('The client hung up')))
    const { pathname, search } = new URL(request.url)
    const body = await request.arrayBuffer()
    try {
      return await page.request(pathname + search, {
        method: request.method,
        headers: [...request.headers].filter(([name]) => !BY_BROWSERS.test(name)),
        signal: gone.signal,
        ...(body.byteLength > 0 ? { body } : {}),
      })
    } catch {
      // What a page sees as a network error.
      outgoing.socket?.destroy()
      return new Response()
    }
  })
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    baseUrl: `${origin}/api/v1`,
    appUrl: `${origin}/`,
    apiKey: PRACTICE_KEY,
    apiKeyFile: undefined,
    dataDirectory: undefined,
    servesApp: false,
    chains: undefined,
    mcpServers: [],
    notes: [],
    describeUpstreams: () => [],
    stop: async (graceMs) => {
      server.close()
      await page.close(graceMs)
      server.closeAllConnections()
    },
  }
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Exchange } from '../client/exchanges/exchange.ts'
import { curlTest, testReach } from './test-reach.ts'

const ORIGIN = 'https://api.example.com'
const PAGE = 'https://page.example.com'

let ids = 0

function exchange(headers: Exchange['request']['headers'] = []): Exchange {
  return {
    id: `exchange-${(ids += 1)}`,
    startedAt: 0,
    providerName: 'vendor',
    background: false,
    request: {
      method: 'POST',
      url: `${ORIGIN}/api/v1/chat/completions`,
      path: '/chat/completions',
      headers,
      bytes: 0,
    },
    outcome: 'failed',
    timing: {},
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
  }
}

const ask = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const query = vi.fn<(descriptor: { name: string }) => Promise<{ state: string }>>()
const page = new EventTarget()

beforeEach(() => {
  ask.mockReset().mockRejectedValue(new TypeError('Failed to fetch'))
  query.mockReset().mockRejectedValue(new TypeError('unknown permission'))
  vi.stubGlobal('fetch', ask)
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { href: `${PAGE}/chat` })
  vi.stubGlobal('navigator', { onLine: true, permissions: { query } })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** What a browser says when the page's policy forbids something. */
function violation(effectiveDirective: string, blockedURI: string): void {
  page.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }),
  )
}

it('asks an address once for each exchange, without credentials', async () => {
  ask.mockResolvedValue(new Response())
  const failed = exchange()
  expect(await testReach(failed)).toMatchObject({ cause: 'cors' })
  expect(await testReach(failed)).toMatchObject({ cause: 'cors' })
  expect(ask).toHaveBeenCalledTimes(1)
  expect(ask).toHaveBeenCalledWith(
    ORIGIN,
    expect.objectContaining({ method: 'HEAD', mode: 'no-cors', credentials: 'omit' }),
  )
  await testReach(exchange())
  expect(ask).toHaveBeenCalledTimes(2)
})

it('finds an address unreachable where nothing answers', async () => {
  expect(await testReach(exchange())).toMatchObject({ cause: 'unreachable' })
})

it('says that the device is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false, permissions: { query } })
  expect(await testReach(exchange())).toMatchObject({ cause: 'offline' })
})

it('finds the policy of the page, also when the browser tells it after the failure', async () => {
  ask.mockImplementation(() => {
    setTimeout(violation, 0, 'connect-src', `${ORIGIN}/`)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  expect(await testReach(exchange())).toMatchObject({ cause: 'blocked_by_policy' })
})

it('minds no violation of another directive, of another origin or without an address', async () => {
  ask.mockImplementation(() => {
    violation('img-src', `${ORIGIN}/a.png`)
    violation('connect-src', 'https://other.example.com/')
    violation('connect-src', 'inline')
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  expect(await testReach(exchange())).toMatchObject({ cause: 'unreachable' })
})

it('asks for the permission by each name that browsers have for it', async () => {
  query.mockImplementation(({ name }) =>
    name === 'local-network'
      ? Promise.resolve({ state: 'denied' })
      : Promise.reject(new TypeError('unknown permission')),
  )
  const failed = exchange()
  const { request } = failed
  const local = { ...request, url: 'https://192.168.0.2/api/v1/chat/completions' }
  expect(await testReach({ ...failed, request: local })).toMatchObject({
    cause: 'local_network',
    tested: expect.arrayContaining([{ what: 'Local network access', result: 'denied' }]),
  })
  expect(query.mock.calls.map(([{ name }]) => name)).toEqual([
    'local-network-access',
    'loopback-network',
    'local-network',
  ])
})

it('writes a curl that asks for the models as the page would, with the key by its name', () => {
  expect(curlTest(exchange([['Authorization', '<redacted 51 chars>']]), PAGE)).toBe(
    [
      `curl --include ${ORIGIN}/api/v1/models`,
      `--header 'Origin: ${PAGE}'`,
      '--header "Authorization: Bearer $EXAMPLE_COM_API_KEY"',
    ].join(' \\\n  '),
  )
})

it('writes a curl without a credential where a wallet signed in', () => {
  expect(curlTest(exchange([['Sign-In-With-X', '<redacted>']]), PAGE)).toBe(
    [`curl --include ${ORIGIN}/api/v1/models`, `--header 'Origin: ${PAGE}'`].join(' \\\n  '),
  )
})

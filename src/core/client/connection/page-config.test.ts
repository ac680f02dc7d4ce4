import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { loadPageConfig } from './page-config.ts'

const alone = { mode: 'static', providerName: 'vendor', apiOrigins: [] }
const said = { mode: 'local', baseUrl: 'http://127.0.0.1:4310/api/v1', apiKey: 'k' }

beforeEach(() => vi.stubGlobal('location', { origin: 'https://play.example' }))
afterEach(() => vi.unstubAllGlobals())

/** What the page makes of an answer to `/config.json`. */
function configFrom(body: string, status = 200) {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return loadPageConfig()
}

test('the local API is on the origin of the page', async () => {
  expect(await configFrom(JSON.stringify(said))).toEqual({
    ...alone,
    mode: 'local',
    baseUrl: 'https://play.example/api/v1',
    apiKey: 'k',
  })
})

test('provider and allowed origins are taken over, other members are not', async () => {
  const more = {
    providerName: 'acme',
    apiOrigins: ['https://api.example.com'],
    fixedOrigins: true,
  }
  const config = await configFrom(
    JSON.stringify({ ...said, mode: 'relay', ...more, faucetPath: '/local/faucet' }),
  )
  expect(config).toEqual({
    mode: 'relay',
    baseUrl: 'https://play.example/api/v1',
    apiKey: 'k',
    ...more,
  })
})

test.each([
  ['no such file', 'Not found', 404],
  ['a page in its place', '<!doctype html>', 200],
  ['another mode', JSON.stringify({ ...said, mode: 'static' }), 200],
  ['no base URL', JSON.stringify({ mode: 'local' }), 200],
  ['a base URL that is none', JSON.stringify({ ...said, baseUrl: 'api' }), 200],
  ['a key that is no text', JSON.stringify({ ...said, apiKey: 5 }), 200],
  ['a provider that is no text', JSON.stringify({ ...said, providerName: null }), 200],
  ['origins that are no texts', JSON.stringify({ ...said, apiOrigins: [5] }), 200],
  ['a list', '[]', 200],
])('%s leaves the page without a local API', async (_, body, status) => {
  expect(await configFrom(body, status)).toEqual(alone)
})

test('a service that is gone leaves the page without a local API', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadPageConfig()).toEqual(alone)
})

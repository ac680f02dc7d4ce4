import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const alone = { mode: 'static', providerName: 'vendor', apiOrigins: [] }
const said = { mode: 'local', baseUrl: 'http://127.0.0.1:4310/api/v1', apiKey: 'k' }

const chains = {
  evm: { network: 'eip155:84532', rpcUrl: 'http://127.0.0.1:4310/local/rpc/evm' },
  solana: {
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    rpcUrl: 'http://127.0.0.1:4310/local/rpc/solana',
  },
  faucetUrl: 'http://127.0.0.1:4310/local/faucet',
}

// One page per test: what the service said is known for as long as the page lives.
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', { origin: 'https://play.example' })
})
afterEach(() => vi.unstubAllGlobals())

/** What the page makes of an answer to `/config.json`. */
async function configFrom(body: string, status = 200) {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const { loadPageConfig } = await import('./service-config.ts')
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
  const { loadPageConfig } = await import('./service-config.ts')
  expect(await loadPageConfig()).toEqual(alone)
})

test('one request tells a page its API, its chains and how phones are reached', async () => {
  const walletConnect = { projectId: 'p', relayUrl: 'wss://relay.example' }
  const request = vi.fn<typeof fetch>(async () =>
    Response.json({ ...said, ...chains, walletConnect }),
  )
  vi.stubGlobal('fetch', request)
  const { loadPageConfig } = await import('./service-config.ts')
  const config = await import('./wallet-config.ts')
  expect(await loadPageConfig()).toMatchObject({ mode: 'local' })
  expect(await config.loadWalletRelay()).toEqual(walletConnect)
  expect(await config.loadLocalChains()).toEqual({
    chains: [
      { network: expect.anything(), rpcUrl: 'https://play.example/local/rpc/evm' },
      { network: expect.anything(), rpcUrl: 'https://play.example/local/rpc/solana' },
    ],
    faucetUrl: 'https://play.example/local/faucet',
  })
  expect(request).toHaveBeenCalledTimes(1)
})

test('a service that did not answer is asked again by the next that needs it', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Response.json({ ...said })]
  vi.stubGlobal('fetch', async () => answers.shift())
  const { loadPageConfig } = await import('./service-config.ts')
  expect(await loadPageConfig()).toEqual(alone)
  expect(await loadPageConfig()).toMatchObject({ mode: 'local' })
})

test.each([
  ['chains', { ...chains, solana: { network: 5 } }],
  ['a faucet', { ...chains, faucetUrl: 'faucet' }],
  ['a relay', { walletConnect: { projectId: 'p', relayUrl: 'https://relay.example' } }],
])('%s that cannot be read leave the API usable', async (_, more) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...said, ...more }))
  const { loadPageConfig } = await import('./service-config.ts')
  const config = await import('./wallet-config.ts')
  expect(await loadPageConfig()).toMatchObject({ mode: 'local' })
  expect(await config.loadLocalChains()).toBeUndefined()
  expect(await config.loadWalletRelay()).toBeUndefined()
})

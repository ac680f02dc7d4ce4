import { expect, test } from 'vitest'

import { fakeClient } from '../testing/fake-world.ts'
import { loadPageConfig } from './service-config.ts'
import { loadLocalChains } from './wallet-config.ts'

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

/** The client of a page whose service answers so. */
function pageOf(answer: () => Response | Promise<Response>) {
  return fakeClient(answer, { origin: 'https://play.example' })
}

/** What the page makes of an answer to `/config.json`. */
function configFrom(body: string, status = 200) {
  return loadPageConfig(pageOf(() => new Response(body, { status })).client)
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
  const more = { providerName: 'acme', apiOrigins: ['https://api.example.com'], fixedOrigins: true }
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
  const { client } = pageOf(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadPageConfig(client)).toEqual(alone)
})

test('one request tells a page its API and its chains', async () => {
  const { client, world } = pageOf(() => Response.json({ ...said, ...chains }))
  expect(await loadPageConfig(client)).toMatchObject({ mode: 'local' })
  expect(await loadLocalChains(client)).toEqual({
    chains: [
      { network: expect.anything(), rpcUrl: 'https://play.example/local/rpc/evm' },
      { network: expect.anything(), rpcUrl: 'https://play.example/local/rpc/solana' },
    ],
    faucetUrl: 'https://play.example/local/faucet',
  })
  expect(world.sent).toHaveLength(1)
})

test('behavior: a page that was built for hosts of files asks for no service', async () => {
  const { client, world } = fakeClient(() => Response.json(said), { configPath: undefined })
  expect(await loadPageConfig(client)).toEqual(alone)
  expect(world.sent).toEqual([])
})

test('a service that did not answer is asked again by the next that needs it', async () => {
  let isUp = false
  const { client } = pageOf(() =>
    isUp ? Response.json(said) : Promise.reject(new TypeError('Failed to fetch')),
  )
  expect(await loadPageConfig(client)).toEqual(alone)
  isUp = true
  expect(await loadPageConfig(client)).toMatchObject({ mode: 'local' })
})

test.each([
  ['chains', { ...chains, solana: { network: 5 } }],
  ['a faucet', { ...chains, faucetUrl: 'faucet' }],
])('%s that cannot be read leave the API usable', async (_, more) => {
  const { client } = pageOf(() => Response.json({ ...said, ...more }))
  expect(await loadPageConfig(client)).toMatchObject({ mode: 'local' })
  expect(await loadLocalChains(client)).toBeUndefined()
})

import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { loadSecrets, loadText, saveSecrets } from '../../vault/sealed-credential.ts'
import { fakeBrowser } from '../../vault/testing/fake-vault-world.ts'
import { createVault } from '../../vault/vault.ts'
import { authorizationCredential, authorizationSecrets } from '../server-url.ts'
import { scriptedPage, SERVER_URL, TOKEN, type Received } from '../testing/scripted-server.ts'
import { renewSealed } from './sign-in.ts'

const never = new AbortController().signal
const cause = { exchangeId: 'model-request', toolCallId: 'call-1' }
const NEXT = 'tok-next-0123456789abcdef'

/** A page whose server takes `valid` alone, and whose token can be replaced by NEXT so many times. */
function expiring(renewals: number) {
  let valid = `Bearer ${TOKEN}`
  let renewed = 0
  const renew = () => {
    renewed += 1
    return Promise.resolve(renewed > renewals ? undefined : `Bearer ${NEXT}`)
  }
  const page = scriptedPage(
    {
      '*': ({ headers }: Received) =>
        headers.get('authorization') === valid ? undefined : new Response('', { status: 401 }),
    },
    {},
    authorizationCredential(TOKEN, SERVER_URL, renew),
  )
  const call = () =>
    page.server.call({ id: '1', name: 'look_up', arguments: {} }, { signal: never, cause })
  const calls = () => page.received.filter(({ method }) => method === 'tools/call').length
  return {
    ...page,
    call,
    calls,
    renewed: () => renewed,
    expire: (to = NEXT) => (valid = `Bearer ${to}`),
  }
}

test('behavior: a token that expired is replaced, and the call that it refused is made', async () => {
  const { server, call, calls, expire, client } = expiring(1)
  expect(await server.connect(never)).toBeUndefined()
  expire()
  expect(await call()).toMatchObject({ ok: true, result: { content: [{ text: 'The result.' }] } })
  expect(calls()).toBe(2)
  const all = JSON.stringify(client.exchanges.store.getState())
  for (const secret of [TOKEN, NEXT]) expect(all).not.toContain(secret)
})

test('behavior: a token is replaced once for a request, and a refusal after that is the end', async () => {
  const { server, call, calls, expire, renewed } = expiring(9)
  await server.connect(never)
  expire('another')
  expect(await call()).toMatchObject({
    ok: false,
    failure: { kind: 'tool_server', reason: 'authorization' },
  })
  expect([calls(), renewed()]).toEqual([2, 1])
})

test('behavior: where no other token is to be had, nothing is sent again', async () => {
  const { server, call, calls, expire } = expiring(0)
  await server.connect(never)
  expire()
  expect(await call()).toMatchObject({ ok: false, failure: { reason: 'authorization' } })
  expect(calls()).toBe(1)
})

test('behavior: requests that are refused together replace the token once', async () => {
  const { server, call, expire, renewed } = expiring(1)
  await server.connect(never)
  expire()
  expect(await Promise.all([call(), call()])).toMatchObject([{ ok: true }, { ok: true }])
  expect(renewed()).toBe(1)
})

const OWNER = { origin: 'https://mcp.example.com', connectionId: 'server-1' }
const USE = {
  tokenUrl: 'https://auth.example.com/token',
  clientId: 'client-1',
  resource: SERVER_URL,
}
const PASSPHRASE = { kind: 'passphrase', passphrase: 'correct horse battery' } as const

/** A vault with a token, and the authority that replaces it. */
async function sealed(response: Response) {
  const vault = createVault((await fakeBrowser()).openTab())
  await vault.load()
  await vault.setUp(PASSPHRASE)
  const refresh = JSON.stringify({ ...USE, token: 'refresh-0123456789abcdef' })
  await saveSecrets(vault, OWNER, { ...authorizationSecrets(TOKEN), refresh })
  const { client, world } = fakeClient(() => response)
  return { vault, client, world }
}

test('behavior: a token in the vault is replaced there, with what gets the next one', async () => {
  const { vault, client } = await sealed(
    jsonResponse({ access_token: NEXT, token_type: 'bearer', refresh_token: 'refresh-next-0123' }),
  )
  expect(await renewSealed({ client, vault }, OWNER)).toBe(true)
  expect(await loadSecrets(vault, OWNER)).toEqual(authorizationSecrets(NEXT))
  expect(await loadText(vault, OWNER, 'refresh')).toContain('refresh-next-0123')
})

test('behavior: a token that the authority does not replace stays in the vault', async () => {
  const { vault, client } = await sealed(jsonResponse({ error: 'invalid_grant' }, { status: 400 }))
  expect(await renewSealed({ client, vault }, OWNER)).toBe(false)
  expect(await loadSecrets(vault, OWNER)).toEqual(authorizationSecrets(TOKEN))
})

test('security: while the vault is locked no token is replaced', async () => {
  const { vault, client, world } = await sealed(jsonResponse({}))
  vault.lock()
  expect(await renewSealed({ client, vault }, OWNER)).toBe(false)
  expect(world.sent).toEqual([])
})

test('behavior: a token that was typed has nothing that replaces it', async () => {
  const { vault, client, world } = await sealed(jsonResponse({}))
  await saveSecrets(vault, OWNER, authorizationSecrets(TOKEN))
  expect(await renewSealed({ client, vault }, OWNER)).toBe(false)
  expect(world.sent).toEqual([])
})

import { beforeEach, expect, it, vi } from 'vitest'

import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { agreeToUpstream } from '../../storage/payments/agreed-upstream.ts'
import { ownerOf } from '../state/balances.ts'
import {
  connection,
  createFakeWallet,
  type Fault,
  reached,
  session,
  settled,
  WALLET,
} from '../testing/fake-wallet.ts'
import { createKey, mayHaveKey } from './wallet-credential.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

const KEY = { data: { apiKey: 'key-of-the-wallet' } }

/** A page with the wallet connected, whose API responds so. */
function page(
  faults: readonly Fault[] = [],
  respond: () => Response | Promise<Response> = () => jsonResponse(KEY),
) {
  const { wallet, state } = createFakeWallet(faults)
  const { client, world } = fakeClient(respond)
  client.connections.store.setState({ connection, open: [connection] })
  wallet.session.setState({ session })
  const owner = ownerOf(connection, session)
  if (owner === undefined) throw new Error('No wallet')
  const controller = new AbortController()
  return {
    client,
    wallet,
    state,
    controller,
    sent: world.sent,
    credential: () => client.connections.store.getState().connection?.credential,
    create: () => createKey(client, wallet, owner, 'the-token', controller.signal),
  }
}

it('signs exactly what was shown, once, and uses the key for the connection', async () => {
  const { client, state, sent, credential, create } = page()
  expect(await create()).toBeUndefined()
  expect(state.signedTexts).toEqual(['the-token'])
  expect(sent).toHaveLength(1)
  expect(credential()).toMatchObject({ kind: 'api-key', label: 'key ••llet', madeBy: WALLET })
  expect(JSON.stringify(client.connections.store.getState())).not.toContain('key-of-the-wallet')
})

it('says why the wallet did not sign, and sends nothing', async () => {
  const rejects = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  const { sent, create, credential } = page([{ call: 'wallet.signText', n: 1, how: rejects }])
  expect(await create()).toEqual({ problem: 'rejected' })
  expect(sent).toEqual([])
  expect(credential()).toBeUndefined()
})

it('sends no signature that comes after it was given up, or for another wallet or API', async () => {
  const changes: ((fake: ReturnType<typeof page>) => void)[] = [
    ({ controller }) => controller.abort(),
    ({ wallet }) => wallet.session.setState({ session: { ...session, address: '0x1' } }),
    ({ client }) =>
      client.connections.store.setState({
        connection: { ...connection, baseUrl: 'https://other.example/v1' },
      }),
  ]
  for (const change of changes) {
    let sign = () => {}
    const signing = new Promise<void>((resolve) => (sign = resolve))
    const how = (proceed: () => Promise<unknown>) => signing.then(proceed)
    const fake = page([{ call: 'wallet.signText', n: 1, how }])
    const creating = fake.create()
    await reached(fake.state, 'wallet.signText')
    change(fake)
    sign()
    expect(await creating).toBeUndefined()
    await settled()
    expect(fake.sent).toEqual([])
    expect(fake.credential()).toBeUndefined()
  }
})

it('is not asked to sign at all once it was given up', async () => {
  const { controller, create, state } = page()
  controller.abort()
  expect(await create()).toBeUndefined()
  expect(state.signedTexts).toEqual([])
})

it.each([
  [403, 'This wallet has no stake.'],
  [401, 'The token has already been used.'],
])('passes a %i of the API on, without trying again', async (status, message) => {
  const { sent, create, state, credential } = page([], () =>
    jsonResponse({ error: message }, { status }),
  )
  expect(await create()).toMatchObject({ failure: { status, message } })
  expect(sent).toHaveLength(1)
  expect(state.signedTexts).toHaveLength(1)
  expect(credential()).toBeUndefined()
})

it('takes no key that comes after it was given up', async () => {
  let respond = (_: Response) => {}
  const { sent, controller, create, credential } = page(
    [],
    () => new Promise<Response>((resolve) => (respond = resolve)),
  )
  const creating = create()
  while (sent.length === 0) await settled()
  controller.abort()
  respond(jsonResponse(KEY))
  expect(await creating).toBeUndefined()
  expect(credential()).toBeUndefined()
})

it('is for wallets that prompt, on APIs that a person agreed to sign for', () => {
  expect(mayHaveKey(session, connection)).toBe(true)
  expect(mayHaveKey({ ...session, kind: 'practice' }, connection)).toBe(true)
  expect(mayHaveKey({ ...session, kind: 'pocket' }, connection)).toBe(false)
  expect(mayHaveKey({ ...session, family: 'solana' }, connection)).toBe(false)
  expect(mayHaveKey(session, { ...connection, kind: 'practice' })).toBe(false)
  const relayed = { ...connection, upstreamOrigin: 'https://api.example.com' }
  expect(mayHaveKey(session, relayed)).toBe(false)
  agreeToUpstream(relayed.baseUrl, relayed.upstreamOrigin)
  expect(mayHaveKey(session, relayed)).toBe(true)
})

import { beforeEach, expect, it, vi } from 'vitest'

import { agreeToUpstream } from '../../storage/payments/agreed-upstream.ts'
import { currentOwner } from '../state/owner.ts'
import {
  connection,
  createFakeWallet,
  type Fault,
  reached,
  session,
  settled,
  WALLET,
} from '../testing/fake-wallet.ts'
import { createKey, mayHaveKey } from './create-key.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

function page(faults: readonly Fault[] = []) {
  const fake = createFakeWallet(faults)
  fake.wallet.session.setState({ session })
  const owner = currentOwner(fake.wallet)
  if (owner === undefined) throw new Error('No wallet')
  const controller = new AbortController()
  const calls = (name: string) => fake.state.calls.filter(({ call }) => call === name).length
  return {
    ...fake,
    controller,
    calls,
    create: () => createKey(fake.wallet, owner, 'the-token', controller.signal),
  }
}

it('signs exactly what was shown, once, and uses the key for the connection', async () => {
  const { state, calls, create } = page()
  expect(await create()).toBeUndefined()
  expect(state.signedTexts).toEqual(['the-token'])
  expect(calls('api.web3Key')).toBe(1)
  const { credential } = state.connection ?? {}
  expect(credential).toMatchObject({ kind: 'api-key', label: 'key ••llet', madeBy: WALLET })
  expect(JSON.stringify(state.connection)).not.toContain('key-of-the-wallet')
})

it('says why the wallet did not sign, and sends nothing', async () => {
  const rejects = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  const { calls, create, state } = page([{ call: 'wallet.signText', n: 1, how: rejects }])
  expect(await create()).toEqual({ problem: 'rejected' })
  expect(calls('api.web3Key')).toBe(0)
  expect(state.connection).toBe(connection)
})

it('sends no signature that comes after it was given up, or for another wallet or API', async () => {
  const changes: ((fake: ReturnType<typeof page>) => void)[] = [
    ({ controller }) => controller.abort(),
    ({ wallet }) => wallet.session.setState({ session: { ...session, address: '0x1' } }),
    ({ state }) => (state.connection = { ...connection, baseUrl: 'https://other.example/v1' }),
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
    expect(fake.calls('api.web3Key')).toBe(0)
    expect(fake.state.connection?.credential).toBeUndefined()
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
  const failure = { kind: 'forbidden', status, message }
  const { calls, create, state } = page([
    { call: 'api.web3Key', n: 1, how: () => Promise.resolve(failure) },
  ])
  expect(await create()).toEqual({ failure })
  expect(calls('api.web3Key')).toBe(1)
  expect(state.signedTexts).toHaveLength(1)
  expect(state.connection).toBe(connection)
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

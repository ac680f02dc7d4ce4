import { describe, expect, test } from 'vitest'

import { fakeClient, jsonResponse, keyConnection } from '../testing/fake-world.ts'
import { LOCAL_ID, PRACTICE_ID } from './connections.ts'
import { apiKeyCredential, secretsCredential, type CredentialSource } from './credential.ts'

const ORIGIN = 'https://other.example'
const OTHER = { id: 'other', name: 'Other', baseUrl: `${ORIGIN}/v1`, providerName: 'vendor' }

/** A wallet that would pay the requests to an origin. */
const wallet = (origin: string): CredentialSource => ({
  kind: 'wallet',
  label: 'wallet 0x12…34',
  origin,
  authorize: () => Promise.resolve([]),
})

/** Connections of a page whose service is at `baseUrl`, if there is one. */
function connectionsOf(local?: { baseUrl: string; apiKey?: string }) {
  const { connections } = fakeClient(() => jsonResponse({})).client
  connections.store.setState(({ config }) => ({ config: { ...config, ...local } }))
  return { connections, current: () => connections.store.getState().connection }
}

describe('where requests go', () => {
  test('behavior: the service of the page is connected to with its key, which stays with its origin', () => {
    const { connections, current } = connectionsOf({
      baseUrl: 'http://127.0.0.1:4310/api/v1',
      apiKey: 'sk-local-1234',
    })
    connections.connectLocal()
    expect(current()).toMatchObject({
      id: LOCAL_ID,
      kind: 'local',
      credential: { label: 'key ••1234', origin: 'http://127.0.0.1:4310' },
    })
  })

  test('the service of the page may need no key', () => {
    const { connections, current } = connectionsOf({ baseUrl: 'http://127.0.0.1:4310/api/v1' })
    connections.connectLocal()
    expect(current()).not.toHaveProperty('credential')
  })

  test('without a service nothing is connected, and practice can be', () => {
    const { connections, current } = connectionsOf()
    const before = current()
    connections.connectLocal()
    expect(current()).toBe(before)
    connections.connectPractice()
    expect(current()).toMatchObject({ id: PRACTICE_ID, kind: 'practice' })
  })

  test('behavior: one of its own is opened beside the current one, and once', () => {
    const { connections, current } = connectionsOf({ baseUrl: 'http://127.0.0.1:4310/api/v1' })
    const before = current()
    connections.openOwn(LOCAL_ID)
    connections.openOwn(PRACTICE_ID)
    const { open } = connections.store.getState()
    connections.openOwn(PRACTICE_ID)
    expect(connections.store.getState().open).toBe(open)
    expect(open.map(({ id }) => id)).toEqual([before?.id, LOCAL_ID, PRACTICE_ID])
    expect(current()).toBe(before)
  })

  test('behavior: a credential for another origin is dropped', () => {
    const { connections, current } = connectionsOf()
    connections.connectRemote(OTHER, apiKeyCredential('sk-1', 'https://elsewhere.example'))
    expect(current()).not.toHaveProperty('credential')
  })

  test('an open connection is selected; one that is not open is not', () => {
    const { connections, current } = connectionsOf()
    const opened = connections.open({ ...OTHER, color: 3 })
    expect(current()?.id).not.toBe(OTHER.id)
    expect(connections.select(OTHER.id)).toBe(true)
    expect(current()).toBe(opened)
    expect(opened.color).toBe(3)
    expect(connections.select('unknown')).toBe(false)
    expect(current()).toBe(opened)
  })
})

describe('closing', () => {
  test('behavior: the service of the page takes the place of the current one', () => {
    const { connections, current } = connectionsOf({ baseUrl: 'http://127.0.0.1:4310/api/v1' })
    connections.connectRemote(OTHER)
    connections.close(OTHER.id)
    expect(current()?.id).toBe(LOCAL_ID)
  })

  test('behavior: practice does where there is no service', () => {
    const { connections, current } = connectionsOf()
    connections.connectRemote(OTHER)
    connections.close(OTHER.id)
    expect(current()?.id).toBe(PRACTICE_ID)
  })

  test('another one leaves the current one as it is', () => {
    const { connections, current } = connectionsOf()
    const before = current()
    connections.open(OTHER)
    connections.close(OTHER.id)
    expect(current()).toBe(before)
    expect(connections.store.getState().open).toEqual([before])
  })
})

describe('paying from a wallet', () => {
  test('behavior: the key is back after it, however often the wallet changed', () => {
    const { connections, current } = connectionsOf()
    const key = apiKeyCredential('sk-1', ORIGIN)
    connections.connectRemote(OTHER, key)
    const session = current()?.session
    connections.payWithWallet(wallet(ORIGIN))
    connections.payWithWallet(wallet(ORIGIN))
    expect(current()?.credential?.kind).toBe('wallet')
    expect(current()?.session).not.toBe(session)
    connections.restorePaymentMethod()
    expect(current()?.credential).toBe(key)
    connections.restorePaymentMethod()
    expect(current()?.credential).toBe(key)
  })

  test('behavior: a connection that had nothing has nothing again', () => {
    const { connections, current } = connectionsOf()
    connections.connectRemote(OTHER)
    connections.payWithWallet(wallet(ORIGIN))
    connections.restorePaymentMethod()
    expect(current()).not.toHaveProperty('credential')
  })

  test('without a connection nothing is paid', () => {
    const { connections, current } = connectionsOf()
    connections.store.setState({ connection: undefined })
    connections.payWithWallet(wallet(ORIGIN))
    connections.restorePaymentMethod()
    expect(current()).toBeUndefined()
  })
})

describe('what authenticates', () => {
  test('a key and secret headers, each masked wherever it comes back', async () => {
    const credential = secretsCredential(
      { apiKey: 'sk-secret-0001', headers: [['api-key', 'azure-secret-0002']] },
      ORIGIN,
    )
    expect(credential?.label).toBe('key ••0001')
    expect(
      await credential?.authorize({ method: 'GET', url: ORIGIN }, AbortSignal.any([])),
    ).toEqual([
      ['Authorization', 'Bearer sk-secret-0001'],
      ['api-key', 'azure-secret-0002'],
    ])
    const masked = credential?.withoutSecret?.('sk-secret-0001 and azure-secret-0002')
    expect(masked).not.toMatch(/secret-000/)
  })

  test('a header alone, by its last characters', () => {
    const headers = [['api-key', 'azure-secret-0002']] as const
    expect(secretsCredential({ apiKey: '', headers }, ORIGIN)?.label).toBe('header ••0002')
    expect(apiKeyCredential('', ORIGIN).label).toBe('header ••')
  })

  test('nothing', () => {
    expect(secretsCredential({ apiKey: '', headers: [] }, ORIGIN)).toBeUndefined()
    expect(keyConnection().kind).toBe('remote')
  })
})

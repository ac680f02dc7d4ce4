import { expect, test } from 'vitest'

import type { SavedConnection } from '../../../storage/connection/saved-connections.ts'
import { fakeClient, jsonResponse } from '../../testing/fake-world.ts'
import { apiKeyCredential } from '../credential.ts'
import { chooseSaved } from './choose-saved.ts'

const SAVED: SavedConnection = {
  id: 'a',
  name: 'Other',
  baseUrl: 'https://other.example/v1',
  providerName: 'vendor',
  headers: [],
  secretHeaders: [],
  usesKey: true,
  color: 0,
  addedAt: 1,
  lastUsedAt: 1,
}
const sealed = () => apiKeyCredential('sk-sealed', 'https://other.example')

test('behavior: a connection without its key is not chosen, one whose key is in the vault is', () => {
  const { client, connection } = fakeClient(() => jsonResponse({}))
  const current = () => client.connections.store.getState().connection
  expect(chooseSaved(client, SAVED, sealed)).toBe(false)
  expect(current()).toBe(connection)
  expect(chooseSaved(client, { ...SAVED, isRemembered: true }, sealed)).toBe(true)
  expect(current()).toMatchObject({ id: 'a', credential: { origin: 'https://other.example' } })
})

test('behavior: a connection that is open keeps its credential', () => {
  const { client } = fakeClient(() => jsonResponse({}))
  const typed = apiKeyCredential('sk-typed', 'https://other.example')
  client.connections.connectRemote(SAVED, typed)
  client.connections.select('connection-1')
  expect(chooseSaved(client, { ...SAVED, isRemembered: true }, sealed)).toBe(true)
  expect(client.connections.store.getState().connection?.credential).toBe(typed)
})

test('a connection that needs no key is opened without one', () => {
  const { client } = fakeClient(() => jsonResponse({}))
  expect(chooseSaved(client, { ...SAVED, usesKey: false }, sealed)).toBe(true)
  expect(client.connections.store.getState().connection).toMatchObject({ id: 'a' })
  expect(client.connections.store.getState().connection?.credential).toBeUndefined()
})

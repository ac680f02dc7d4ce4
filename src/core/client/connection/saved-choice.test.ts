import { expect, test } from 'vitest'

import type { SavedConnection } from '../../storage/connection/saved-connections.ts'
import { fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { LOCAL_ID, PRACTICE_ID } from './connections.ts'
import { apiKeyCredential } from './credential.ts'
import { chooseSaved, connectionChoices, openChosen } from './saved-choice.ts'

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

/** The connections of a page, and what is open among them. */
function page() {
  const { client } = fakeClient(() => jsonResponse({}))
  const { store } = client.connections
  return { client, store, opened: () => store.getState().open.slice(1) }
}

test('behavior: a saved connection is ready when its key is open, not needed, or in the vault', () => {
  const { client, store } = page()
  const saved = [
    SAVED,
    { ...SAVED, id: 'b', usesKey: false },
    { ...SAVED, id: 'c', isRemembered: true as const },
    { ...SAVED, id: 'd' },
  ]
  client.connections.open({ ...SAVED, id: 'd' })
  const ready = () =>
    connectionChoices(store.getState(), saved).map(({ id, isReady }) => [id, isReady])
  expect(ready()).toEqual([
    [PRACTICE_ID, true],
    ['a', false],
    ['b', true],
    ['c', true],
    ['d', true],
  ])
  store.setState(({ config }) => ({
    config: { ...config, baseUrl: 'http://127.0.0.1:4310/api/v1' },
  }))
  expect(ready()[0]).toEqual([LOCAL_ID, true])
})

test('behavior: only what needs no secret, or has it in the vault, is opened', () => {
  const { client, opened } = page()
  openChosen(client, undefined, sealed)
  openChosen(client, { id: 'gone' }, sealed)
  openChosen(client, SAVED, sealed)
  expect(opened()).toEqual([])
  openChosen(client, { ...SAVED, usesKey: false }, sealed)
  openChosen(client, { ...SAVED, id: 'c', isRemembered: true }, sealed)
  openChosen(client, { id: PRACTICE_ID }, sealed)
  expect(opened()).toMatchObject([
    { id: 'a' },
    { id: 'c', credential: { label: 'key ••aled' } },
    { id: PRACTICE_ID },
  ])
})

test('behavior: one that is open keeps what it was opened with', () => {
  const { client, opened } = page()
  const typed = apiKeyCredential('sk-typed', 'https://other.example')
  client.connections.open(SAVED, typed)
  openChosen(client, { ...SAVED, isRemembered: true }, sealed)
  expect(opened()).toMatchObject([{ id: 'a', credential: typed }])
})

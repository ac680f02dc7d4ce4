import { expect, test } from 'vitest'

import type { SavedConnection } from '../../../storage/connection/saved-connections.ts'
import { fakeClient, jsonResponse } from '../../testing/fake-world.ts'
import { apiKeyCredential } from '../credential.ts'
import { LOCAL_ID, PRACTICE_ID } from '../own-connections.ts'
import { connectionChoices, openChosen } from './open-chosen.ts'

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

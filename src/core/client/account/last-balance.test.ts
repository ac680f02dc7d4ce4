import { beforeEach, expect, test, vi } from 'vitest'

import { loadLastBalance, saveLastBalance } from '../../storage/settings/last-balances.ts'
import { connectionScope } from '../connection/connections.ts'
import { apiKeyCredential } from '../connection/credential.ts'
import { queryClientOf } from '../queries/connection-query.ts'
import { rateLimitsOptions } from '../queries/rate-limits.ts'
import { API_KEY, BASE_URL, fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { storeBalances } from './last-balance.ts'

const items = new Map<string, string>()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
  })
})

const limits = { data: { balances: { USD: 12.5 }, rateLimits: [] } }

test('the limits of a key tell its balance too, with the one request', async () => {
  const { client, connection, world } = fakeClient(() => jsonResponse(limits))
  await queryClientOf(client).fetchQuery(rateLimitsOptions(client, connection))
  expect(client.accounts.current.getState().balanceMicroUsd).toBe(12_500_000)
  expect(world.sent).toHaveLength(1)
})

test('limits of a shape of their own are no fault', async () => {
  const { client, connection } = fakeClient(() => jsonResponse({ plan: 'free' }))
  const answer = await queryClientOf(client).fetchQuery(rateLimitsOptions(client, connection))
  expect(answer).toEqual({ plan: 'free' })
  expect(client.accounts.current.getState().balanceMicroUsd).toBeUndefined()
})

test('a balance is shown after a reload, for this credential alone and without the secret', () => {
  const { client, connection, world } = fakeClient(() => jsonResponse(limits))
  const stop = storeBalances(client)
  client.accounts.recordBalance(connection, 2_500_000)
  stop()
  client.accounts.recordBalance(connection, 7)
  const { label } = connection.credential ?? { label: '' }
  const scope = connectionScope(connection)
  const stored = { microUsd: 2_500_000, at: world.clock.now() }
  expect(loadLastBalance(scope, label)).toEqual(stored)
  expect(loadLastBalance(scope, 'key ••0000')).toBeUndefined()
  expect(loadLastBalance('https://other.example', label)).toBeUndefined()
  expect([...items.values()].join()).not.toContain(API_KEY)

  const reloaded = fakeClient(() => jsonResponse(limits)).client
  const stopReloaded = storeBalances(reloaded)
  expect(reloaded.accounts.current.getState()).toMatchObject({
    balanceMicroUsd: 2_500_000,
    balanceAt: stored.at,
  })
  reloaded.connections.connectRemote(
    { id: 'other', name: 'Other', baseUrl: BASE_URL, providerName: 'v' },
    apiKeyCredential('other', new URL(BASE_URL).origin),
  )
  expect(reloaded.accounts.current.getState().balanceMicroUsd).toBeUndefined()
  stopReloaded()
})

test('what another tab reads or spends is shown here too', () => {
  const events = new EventTarget()
  const { client, connection, world } = fakeClient(() => jsonResponse(limits), { events })
  const stop = storeBalances(client)
  client.accounts.recordBalance(connection, 2_500_000)
  const { label } = connection.credential ?? { label: '' }
  const scope = connectionScope(connection)
  saveLastBalance(scope, label, { microUsd: 2_400_000, at: world.clock.now() + 1 })
  events.dispatchEvent(new Event('storage'))
  expect(client.accounts.current.getState().balanceMicroUsd).toBe(2_400_000)
  stop()
  saveLastBalance(scope, label, { microUsd: 1, at: world.clock.now() + 2 })
  events.dispatchEvent(new Event('storage'))
  expect(client.accounts.current.getState().balanceMicroUsd).toBe(2_400_000)
})

test('the latest twenty are kept, and what is not a reading is left out', () => {
  items.set('playground.balances', '{"a b":{"microUsd":"1"},"c d":3}')
  expect(loadLastBalance('a', 'b')).toBeUndefined()
  for (let at = 1; at <= 25; at += 1) saveLastBalance('o', `k${at}`, { microUsd: at, at })
  expect(loadLastBalance('o', 'k5')).toBeUndefined()
  expect(loadLastBalance('o', 'k6')).toEqual({ microUsd: 6, at: 6 })
})

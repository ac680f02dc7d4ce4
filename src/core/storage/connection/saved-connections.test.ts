import { expect, test, vi } from 'vitest'

import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import { readText } from '../../client/body/response-body.ts'
import { connectionScope } from '../../client/connection/connections.ts'
import { request } from '../../client/request.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { localText, sessionText, textStorage } from '../db/browser-storage.ts'
import { savePayingWallet } from '../payments/paying-wallet.ts'
import { saveLastBalance } from '../settings/last-balances.ts'
import { memoryText, TestStorage } from '../testing/test-storage.ts'
import { createSavedConnections, type SavedConnection } from './saved-connections.ts'

const ollama: SavedConnection = {
  id: 'a',
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  providerName: 'vendor',
  headers: [['X-Title', 'Playground']],
  secretHeaders: [],
  usesKey: false,
  color: 1,
  facts: { models: 2, unread: 1, offers: ['vision'] },
  addedAt: 1,
  lastUsedAt: 2,
}
const azure: SavedConnection = {
  ...ollama,
  id: 'b',
  name: 'Azure',
  secretHeaders: ['api-key'],
  addedAt: 3,
}

/** Two tabs of one browser; `local` tells each of what the other writes. */
function twoTabs() {
  const local = new TestStorage()
  const tab = () => {
    const events = new EventTarget()
    const session = memoryText()
    const saved = createSavedConnections({ local: textStorage(() => local), session, events })
    const hear = (key: string | null) =>
      events.dispatchEvent(Object.assign(new Event('storage'), { key }))
    return { saved, hear }
  }
  return { local, one: tab(), other: tab() }
}

test('behavior: connections that two tabs save at once are merged', () => {
  const { one, other } = twoTabs()
  one.saved.save(azure)
  other.saved.save(ollama)
  one.hear('playground.connection.a')
  expect(one.saved.store.getState()).toEqual([ollama, azure])
  expect(other.saved.store.getState()).toEqual([ollama, azure])
  other.saved.remove('b')
  one.hear('playground.connection.b')
  expect(one.saved.store.getState()).toEqual([ollama])
  one.hear('playground.settings')
  one.hear(null)
})

test('a connection whose key is in the vault stays marked, and anything else is no mark', () => {
  const { local, one } = twoTabs()
  one.saved.save({ ...azure, isRemembered: true })
  expect(one.saved.store.getState()).toEqual([{ ...azure, isRemembered: true }])
  local.setItem('playground.connection.b', JSON.stringify({ ...azure, isRemembered: 'yes' }))
  one.hear('playground.connection.b')
  expect(one.saved.store.getState()).toEqual([azure])
})

test('behavior: each tab goes on with the connection that it used last', () => {
  const { one, other } = twoTabs()
  expect(one.saved.loadOpen()).toBeUndefined()
  one.saved.saveOpen('a')
  expect(other.saved.loadOpen()).toBe('a')
  other.saved.saveOpen('local')
  expect(one.saved.loadOpen()).toBe('a')
})

test('the connection whose origin is being allowed is there once a person is back', () => {
  const { one, other } = twoTabs()
  one.saved.saveAsked(azure)
  expect(one.saved.loadAsked()).toEqual(azure)
  expect(other.saved.loadAsked()).toBeUndefined()
  one.saved.saveAsked(undefined)
  expect(one.saved.loadAsked()).toBeUndefined()
})

test('where storage is full they last as long as the page', () => {
  const { local, one } = twoTabs()
  local.isFull = true
  one.saved.save(ollama)
  expect(one.saved.store.getState()).toEqual([ollama])
  one.saved.remove('a')
  expect(one.saved.store.getState()).toEqual([])
})

test('behavior: a change that finds no room is seen in this page, and a reload has what was saved', () => {
  const { local, one, other } = twoTabs()
  one.saved.save(ollama)
  local.isFull = true
  one.saved.save({ ...ollama, name: 'Renamed' })
  expect(one.saved.store.getState()).toEqual([{ ...ollama, name: 'Renamed' }])
  other.hear(null)
  expect(other.saved.store.getState()).toEqual([ollama])
})

test('behavior: a removed connection leaves nothing in storage, and comes back whole', async () => {
  const { local, one, other } = twoTabs()
  const session = new TestStorage()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  const tab = createSavedConnections({
    local: localText,
    session: sessionText,
    events: new EventTarget(),
  })
  const id = 'b7c1d2e3-0a1b-4c2d-8e3f-405162738495'
  const baseUrl = 'https://mock.example.com/v1'
  const { client, connection } = fakeClient(() => jsonResponse({}, { status: 500 }), {
    storage: local,
  })
  for (const each of [connection, { ...connection, id, baseUrl, name: 'Mock' }]) {
    await request(
      client,
      each,
      { method: 'POST', path: '/chat/completions', body: {} },
      {
        signal: new AbortController().signal,
        read: readText,
        admit: [spendLimitsOf(client).admission(() => 1)],
      },
    )
    await spendLimitsOf(client).setLimits(each, { day: 5 })
    saveLastBalance(connectionScope(each), 'key ••7f2a', { microUsd: 1, at: 1 })
  }
  const others = new Map(all(local))
  tab.save({ ...azure, id, baseUrl })
  tab.saveOpen(id)
  tab.saveAsked({ ...azure, id, baseUrl })
  savePayingWallet({ address: `0x${'a'.repeat(40)}`, baseUrl })
  local.setItem('playground.topUpTerms', JSON.stringify({ baseUrl, at: 1 }))
  const before = [...all(local), ...all(session)]
  const putBack = tab.remove(id)
  const left = JSON.stringify([...all(local), ...all(session)])
  for (const trace of [id, 'mock.example.com']) expect(left).not.toContain(trace)
  // What belongs to another connection is as it was.
  const kept = [...others].filter(([key]) => key.includes('connection-1'))
  expect(kept.length).toBeGreaterThan(1)
  expect(left).toContain('api.example.com')
  for (const [key, text] of kept) expect(local.getItem(key)).toBe(text)
  putBack()
  expect(new Map([...all(local), ...all(session)])).toEqual(new Map(before))
  expect(one.saved.loadOpen()).toBe(id)

  // A response that came late wrote again: the next start of the page takes it away.
  tab.remove(id)
  local.setItem(`playground.failures.https://mock.example.com ${id} key ••7f2a`, '{}')
  local.setItem('playground.failures.http://127.0.0.1:4310 key ••7f2a', '{}')
  other.saved.save({ ...azure, id: id.replace('b7', 'c8') })
  local.setItem(`playground.spend.https://mock.example.com ${id.replace('b7', 'c8')}`, '{}')
  createSavedConnections({ local: localText, session: sessionText, events: new EventTarget() })
  expect(JSON.stringify(all(local))).not.toContain(id)
  expect(JSON.stringify(all(local))).toContain('playground.failures.http://127.0.0.1:4310 key')
  expect(JSON.stringify(all(local))).toContain(
    `playground.spend.https://mock.example.com ${id.replace('b7', 'c8')}`,
  )
  vi.unstubAllGlobals()
})

function all(storage: TestStorage): [string, string][] {
  return Array.from({ length: storage.length }, (_, at) => {
    const key = storage.key(at) ?? ''
    return [key, storage.getItem(key) ?? '']
  })
}

test('anything else in storage, such as a key, is not read', () => {
  const { local, one } = twoTabs()
  local.setItem(
    'playground.connection.a',
    JSON.stringify({ ...ollama, apiKey: 'secret', facts: { models: '2', offers: ['x', 'tools'] } }),
  )
  for (const [at, text] of ['', 'null', '[]', '{"id":1}', '{"id":"x","baseUrl":"no"}'].entries())
    local.setItem(`playground.connection.${at}`, text)
  one.hear(null)
  expect(one.saved.store.getState()).toEqual([{ ...ollama, facts: { offers: ['tools'] } }])
  local.setItem(
    'playground.connection.a',
    '{"id":"a","name":"A","baseUrl":"https://a.example","providerName":"v","headers":[["x"],3],"color":-1}',
  )
  one.hear(null)
  expect(one.saved.store.getState()).toEqual([
    {
      id: 'a',
      name: 'A',
      baseUrl: 'https://a.example',
      providerName: 'v',
      headers: [],
      secretHeaders: [],
      usesKey: false,
      color: 0,
      addedAt: 0,
      lastUsedAt: 0,
    },
  ])
})

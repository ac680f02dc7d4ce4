import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { SavedConnection } from '../../storage/connection/saved-connections.ts'
import { memoryText } from '../../storage/testing/test-storage.ts'
import { fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { secretsCredential } from './credential.ts'
import { createKeyHandover, createKeyKeeper } from './handed-keys.ts'

const names = ['one', 'two', 'three', 'four']
const saved = names.map((name, at): SavedConnection => ({
  id: name,
  name,
  baseUrl: `https://${name}.example/v1`,
  providerName: 'vendor',
  headers: [],
  secretHeaders: at === 3 ? ['api-key'] : [],
  usesKey: at < 3,
  color: at,
  addedAt: at,
  lastUsedAt: at,
}))

/** What the service worker was sent; it lives longer than the pages. */
let keeper: { postMessage(message: unknown, ports: readonly MessagePort[]): void } | undefined
let session: ReturnType<typeof memoryText>
let tokens: number
let visited: string[]

beforeEach(() => {
  const { receive } = createKeyKeeper()
  session = memoryText()
  tokens = 0
  visited = []
  keeper = {
    postMessage: (message, ports) =>
      void receive(structuredClone(message), (answer) => ports[0]?.postMessage(answer)),
  }
})

afterEach(() => void vi.useRealTimers())

/** A page of its own, as each load makes one. */
function openPage() {
  const { client, world } = fakeClient(() => jsonResponse({}))
  client.connections.store.setState({ connection: undefined, open: [] })
  const handover = createKeyHandover({
    session,
    keeper: () => keeper as ServiceWorker | undefined,
    random: { uuid: () => `token-${(tokens += 1)}` },
    go: (address) => visited.push(address),
  })
  return { client, world, handover }
}

/** A page with the four connections open, each with its key. */
function openWithKeys() {
  const page = openPage()
  for (const one of saved) {
    const secrets =
      one.id === 'four'
        ? { apiKey: '', headers: [['api-key', 'secret-of-four']] as const }
        : { apiKey: `secret-of-${one.id}`, headers: [] }
    page.client.connections.open(one, secretsCredential(secrets, new URL(one.baseUrl).origin))
  }
  return page
}

const sentBy = async ({ client }: ReturnType<typeof openPage>) =>
  Promise.all(
    client.connections.store.getState().open.map(async ({ id, baseUrl, credential }) => {
      const request = { method: 'GET', url: baseUrl }
      return [id, await credential?.authorize(request, new AbortController().signal)]
    }),
  )

it('four connections have their keys after a load, and none was stored', async () => {
  const before = openWithKeys()
  await before.handover.leave(before.client, '/allow')
  const stored = JSON.stringify(session.keys('').map((key) => [key, session.load(key)]))
  expect(stored).toContain('token-1')
  expect(stored).not.toContain('secret')

  const after = openPage()
  await after.handover.arrive(after.client, saved)
  expect(await sentBy(after)).toEqual(await sentBy(before))
  expect(session.keys('')).toEqual([])

  // Once: whoever finds the token later gets nothing for it.
  session.save('playground.handover', 'token-1')
  const later = openPage()
  await later.handover.arrive(later.client, saved)
  expect(later.client.connections.store.getState().open).toEqual([])
})

it('a key goes to the origin it was entered for, or nowhere', async () => {
  const before = openWithKeys()
  await before.handover.leave(before.client, '/allow')
  const moved = saved
    .slice(0, 2)
    .map((one) => ({ ...one, ...(one.id === 'one' && { baseUrl: 'https://evil.example/v1' }) }))
  const after = openPage()
  await after.handover.arrive(after.client, moved)
  expect(after.client.connections.store.getState().open.map(({ id }) => id)).toEqual(['two'])
})

it('without a service worker, or without an answer of it, the page is left all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ofEarlierBuild = { postMessage: () => undefined }
  for (const other of [undefined, ofEarlierBuild]) {
    keeper = other
    const page = openWithKeys()
    expect(page.handover.isPossible()).toBe(other !== undefined)
    const leaving = page.handover.leave(page.client, '/allow')
    await vi.advanceTimersByTimeAsync(2_000)
    await leaving
    expect(session.keys('')).toEqual([])
  }
  expect(visited).toEqual(['/allow', '/allow'])
})

it('what is no key that was handed over opens nothing', async () => {
  for (const answer of [null, 'key', [5, {}, { id: 'one', baseUrl: 5 }], [{ ...saved[0] }]]) {
    keeper = { postMessage: (_, ports) => ports[0]?.postMessage(answer) }
    session.save('playground.handover', 'token')
    const page = openPage()
    await page.handover.arrive(page.client, saved)
    expect(page.client.connections.store.getState().open).toEqual([])
  }
})

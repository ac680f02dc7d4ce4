import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createConnections } from './connections.ts'
import { createNetwork } from './network.ts'

const LOCAL = { baseUrl: 'http://127.0.0.1:4310/api/v1', apiKey: '', providerName: 'vendor' }
const REMOTE = { ...LOCAL, baseUrl: 'https://api.example.com/v1' }

/** A device whose network and local service the test turns on and off. */
function fakeWorld() {
  const events = new EventTarget()
  const state = { online: true, requests: 0 }
  let query = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
  const report = (error: unknown) => {
    throw error
  }
  const connections = createConnections({
    random: { uuid: () => crypto.randomUUID(), bytes: (length) => new Uint8Array(length) },
    report,
  })
  connections.connectRemote(LOCAL)
  const network = createNetwork(
    {
      events,
      isOnline: () => state.online,
      fetch: () => {
        state.requests += 1
        return query()
      },
      report,
    },
    connections,
  )
  return {
    network,
    connect: (where: typeof LOCAL) => connections.connectRemote(where),
    isOffline: () => network.store.getState().offline,
    state,
    answer: (next: typeof query) => {
      query = next
    },
    turn: (way: 'online' | 'offline') => {
      state.online = way === 'online'
      events.dispatchEvent(new Event(way))
    },
  }
}

let stop = () => {}

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  stop()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

test('without a network the page is offline, and no longer once it is back', async () => {
  const { network, connect, isOffline, turn } = fakeWorld()
  connect(REMOTE)
  stop = network.follow()
  turn('offline')
  await settle()
  expect(isOffline()).toBe(true)
  turn('online')
  await settle()
  expect(isOffline()).toBe(false)
})

test('a page that is opened without a network is offline at once', async () => {
  const { network, connect, isOffline, state } = fakeWorld()
  connect(REMOTE)
  state.online = false
  stop = network.follow()
  await settle()
  expect(isOffline()).toBe(true)
})

test('a service on this machine is in reach without a network', async () => {
  const { network, isOffline, turn, answer } = fakeWorld()
  answer(() => Promise.resolve(new Response()))
  stop = network.follow()
  turn('offline')
  await settle()
  expect(isOffline()).toBe(false)
})

test('a service on this machine that starts later is noticed', async () => {
  const { network, isOffline, turn, answer } = fakeWorld()
  stop = network.follow()
  turn('offline')
  await settle()
  expect(isOffline()).toBe(true)
  answer(() => Promise.resolve(new Response()))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(false)
})

test('ten changes of the connection ask no more often than one', async () => {
  const { network, connect, turn, state } = fakeWorld()
  stop = network.follow()
  turn('offline')
  await settle()
  for (let change = 0; change < 10; change += 1) {
    connect(LOCAL)
    await settle()
  }
  state.requests = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.requests).toBe(12)
})

test('an answer that comes late does not overwrite what is known since', async () => {
  const { network, isOffline, turn, answer } = fakeWorld()
  let fail = () => {}
  answer(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new TypeError('Failed to fetch'))
      }),
  )
  stop = network.follow()
  turn('offline')
  turn('online')
  fail()
  await settle()
  expect(isOffline()).toBe(false)
})

test('nothing is asked any more once it is stopped', async () => {
  const { network, connect, turn, state } = fakeWorld()
  stop = network.follow()
  turn('offline')
  await settle()
  stop()
  state.requests = 0
  await vi.advanceTimersByTimeAsync(60_000)
  connect(LOCAL)
  await settle()
  expect(state.requests).toBe(0)
})

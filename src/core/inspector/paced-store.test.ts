import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

import { pacedStore } from './paced-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const store = createStore(() => ({ count: 0 }))
  const add = () => store.setState(({ count }) => ({ count: count + 1 }))
  return { view: pacedStore(store, 100), add }
}

it('tells listeners once per interval, with the newest state', () => {
  const { view, add } = setUp()
  const seen: number[] = []
  view.subscribe(() => seen.push(view.getState().count))
  add()
  add()
  expect(view.getState().count).toBe(0)
  vi.advanceTimersByTime(100)
  add()
  vi.advanceTimersByTime(1000)
  expect(seen).toEqual([2, 3])
})

it('is the store itself while nobody listens, and leaves no timer behind', () => {
  const { view, add } = setUp()
  add()
  expect(view.getState().count).toBe(1)
  const stop = view.subscribe(() => {})
  add()
  stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(view.getState().count).toBe(2)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestStorage } from '../testing/test-storage.ts'
import { readStorageState, requestPersistence, requestPersistenceOnce } from './open-database.ts'

const persist = vi.fn<() => Promise<boolean>>()

function browserWith(storage: object | undefined): void {
  vi.stubGlobal('navigator', { storage })
}

beforeEach(() => {
  persist.mockReset().mockResolvedValue(true)
  vi.stubGlobal('localStorage', new TestStorage())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('says what the browser says, as far as it does', async () => {
  browserWith({
    estimate: () => Promise.resolve({ usage: 10, quota: 100 }),
    persisted: () => Promise.resolve(false),
  })
  expect(await readStorageState()).toEqual({ usedBytes: 10, quotaBytes: 100, persisted: false })
  browserWith({ estimate: () => Promise.reject(new Error('no')) })
  expect(await readStorageState()).toEqual({})
  browserWith(undefined)
  expect(await readStorageState()).toEqual({})
})

it('asks to keep what is stored, and takes a refusal for an answer', async () => {
  browserWith({ persist })
  expect(await requestPersistence()).toBe(true)
  persist.mockRejectedValue(new Error('no'))
  expect(await requestPersistence()).toBe(false)
  browserWith(undefined)
  expect(await requestPersistence()).toBe(false)
})

it('asks once in the life of a browser', async () => {
  browserWith({ persist, persisted: () => Promise.resolve(false) })
  await requestPersistenceOnce()
  await requestPersistenceOnce()
  expect(persist).toHaveBeenCalledTimes(1)
})

it('does not ask for what is granted already, nor where it could not remember having asked', async () => {
  browserWith({ persist, persisted: () => Promise.resolve(true) })
  await requestPersistenceOnce()
  const full = new TestStorage()
  full.isFull = true
  vi.stubGlobal('localStorage', full)
  browserWith({ persist, persisted: () => Promise.resolve(false) })
  await requestPersistenceOnce()
  expect(persist).not.toHaveBeenCalled()
})

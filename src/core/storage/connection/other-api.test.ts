import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { TestStorage } from '../db/test-storage.ts'
import { loadOpenApi, loadTypedApi, saveOpenApi, saveTypedApi } from './other-api.ts'

const api = { baseUrl: 'https://api.example.com/v1', providerName: 'acme' }
let storage = new TestStorage()

beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what was typed is there after a reload, and that its origin was asked for', () => {
  expect(loadTypedApi()).toBeUndefined()
  saveTypedApi({ ...api, isAsked: true })
  expect(loadTypedApi()).toEqual({ ...api, isAsked: true })
  saveTypedApi(api)
  expect(loadTypedApi()).toEqual(api)
})

test('an API without a key is open until another choice is made', () => {
  saveOpenApi(api)
  expect(loadOpenApi()).toEqual(api)
  saveOpenApi(undefined)
  expect(loadOpenApi()).toBeUndefined()
})

test('anything else in storage, such as a key, is not read', () => {
  storage.setItem('playground.typedApi', JSON.stringify({ ...api, apiKey: 'secret' }))
  expect(loadTypedApi()).toEqual(api)
  for (const text of ['', 'null', '{"baseUrl":"nowhere","providerName":"x"}', '{"baseUrl":1}']) {
    storage.setItem('playground.typedApi', text)
    expect(loadTypedApi()).toBeUndefined()
  }
})

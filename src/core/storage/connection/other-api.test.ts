import { beforeEach, expect, test } from 'vitest'

import { memoryText } from '../db/test-storage.ts'
import { loadOpenApi, loadTypedApi, saveOpenApi, saveTypedApi } from './other-api.ts'

const api = { baseUrl: 'https://api.example.com/v1', providerName: 'acme' }
let storage = memoryText()

beforeEach(() => {
  storage = memoryText()
})

test('what was typed is there after a reload, and that its origin was asked for', () => {
  expect(loadTypedApi(storage)).toBeUndefined()
  saveTypedApi(storage, { ...api, isAsked: true })
  expect(loadTypedApi(storage)).toEqual({ ...api, isAsked: true })
  saveTypedApi(storage, api)
  expect(loadTypedApi(storage)).toEqual(api)
})

test('an API without a key is open until another choice is made', () => {
  saveOpenApi(storage, api)
  expect(loadOpenApi(storage)).toEqual(api)
  saveOpenApi(storage, undefined)
  expect(loadOpenApi(storage)).toBeUndefined()
})

test('anything else in storage, such as a key, is not read', () => {
  storage.save('playground.typedApi', JSON.stringify({ ...api, apiKey: 'secret' }))
  expect(loadTypedApi(storage)).toEqual(api)
  for (const text of ['', 'null', '{"baseUrl":"nowhere","providerName":"x"}', '{"baseUrl":1}']) {
    storage.save('playground.typedApi', text)
    expect(loadTypedApi(storage)).toBeUndefined()
  }
})

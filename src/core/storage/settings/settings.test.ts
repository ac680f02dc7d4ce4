import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

const defaults = { version: 1, theme: 'system', historyOpen: false, inspectorWidth: 448 }

test('nothing stored gives the defaults', () => {
  expect(readSettings(null)).toEqual(defaults)
})

test('what is valid is kept, the rest becomes its default', () => {
  const text = JSON.stringify({ version: 1, theme: 'dark', historyOpen: 'yes', inspectorWidth: 5 })
  expect(readSettings(text)).toEqual({ ...defaults, theme: 'dark' })
})

test('members it does not know, such as a key, are dropped', () => {
  const remote = { baseUrl: 'https://api.example.com/v1', providerName: 'acme', apiKey: 'secret' }
  const read = readSettings(JSON.stringify({ version: 1, remote }))
  expect(read.remote).toEqual({ baseUrl: 'https://api.example.com/v1', providerName: 'acme' })
})

test('another version is not read', () => {
  expect(readSettings('{"version":2,"theme":"dark"}')).toEqual(defaults)
})

test('any text gives settings and no fault', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readSettings(text).version).toBe(1)
    }),
  )
})

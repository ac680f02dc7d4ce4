import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { localText } from '../db/browser-storage.ts'
import { TestStorage } from '../testing/test-storage.ts'
import { createSettings } from './settings.ts'

const KEY = 'playground.settings'
const defaults = {
  version: 1,
  theme: 'system',
  historyOpen: false,
  settingsOpen: false,
  inspectorWidth: 448,
  boardPanelWidth: 416,
}
const tab = new EventTarget()
let storage = new TestStorage()

/** The settings as a page has them that is loaded now. */
const loaded = () => createSettings(localText)

function readAfterReload(text?: string) {
  if (text !== undefined) storage.setItem(KEY, text)
  return loaded().store.getState()
}

beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('nothing stored gives the defaults', () => {
  expect(readAfterReload()).toEqual(defaults)
})

test('what is changed is there after a reload', () => {
  const { save } = loaded()
  save({ theme: 'dark' })
  expect(readAfterReload()).toEqual({ ...defaults, theme: 'dark' })
})

test('where storage is refused or full a change lasts as long as the page', () => {
  for (const refuse of [
    () => {
      storage.isFull = true
    },
    () => vi.stubGlobal('localStorage', undefined),
  ]) {
    refuse()
    const { save, store } = loaded()
    save({ theme: 'light' })
    expect(store.getState().theme).toBe('light')
    expect(readAfterReload().theme).toBe('system')
  }
})

test('a change in another tab shows here', () => {
  const { followOtherTabs, store } = loaded()
  followOtherTabs(tab)
  storage.setItem(KEY, '{"version":1,"theme":"dark"}')
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'something else' }))
  expect(store.getState().theme).toBe('system')
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }))
  expect(store.getState().theme).toBe('dark')
})

test('what is valid is kept, the rest becomes its default', () => {
  const text = JSON.stringify({ version: 1, theme: 'dark', historyOpen: 'yes', inspectorWidth: 5 })
  expect(readAfterReload(text)).toEqual({ ...defaults, theme: 'dark' })
})

test('members it does not know, such as a key, are dropped', () => {
  expect(readAfterReload('{"version":1,"theme":"dark","apiKey":"secret"}')).toEqual({
    ...defaults,
    theme: 'dark',
  })
})

test('another version is not read', () => {
  expect(readAfterReload('{"version":2,"theme":"dark"}')).toEqual(defaults)
})

test('any text gives settings and no fault', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readAfterReload(text).version).toBe(1)
    }),
  )
})

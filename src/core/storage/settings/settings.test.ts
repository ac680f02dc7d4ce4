import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { TestStorage } from '../db/test-storage.ts'

const KEY = 'playground.settings'
const defaults = { version: 1, theme: 'system', historyOpen: false, inspectorWidth: 448 }
const tab = new EventTarget()
let storage = new TestStorage()

/** The settings module as a page has it that is loaded now. */
async function reloaded() {
  vi.resetModules()
  return import('./settings.ts')
}

async function readAfterReload(text?: string) {
  if (text !== undefined) storage.setItem(KEY, text)
  return (await reloaded()).settingsStore.getState()
}

beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', tab)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('nothing stored gives the defaults', async () => {
  expect(await readAfterReload()).toEqual(defaults)
})

test('what is changed is there after a reload', async () => {
  const { saveSettings } = await reloaded()
  const remote = { baseUrl: 'https://api.example.com/v1', providerName: 'acme' }
  saveSettings({ theme: 'dark', remote })
  expect(await readAfterReload()).toEqual({ ...defaults, theme: 'dark', remote })
})

test('where storage is refused or full a change lasts as long as the page', async () => {
  for (const refuse of [
    () => {
      storage.isFull = true
    },
    () => vi.stubGlobal('localStorage', undefined),
  ]) {
    refuse()
    const { saveSettings, settingsStore } = await reloaded()
    saveSettings({ theme: 'light' })
    expect(settingsStore.getState().theme).toBe('light')
    expect((await readAfterReload()).theme).toBe('system')
  }
})

test('a change in another tab shows here', async () => {
  const { followOtherTabs, settingsStore } = await reloaded()
  followOtherTabs()
  storage.setItem(KEY, '{"version":1,"theme":"dark"}')
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'something else' }))
  expect(settingsStore.getState().theme).toBe('system')
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }))
  expect(settingsStore.getState().theme).toBe('dark')
})

test('what is valid is kept, the rest becomes its default', async () => {
  const text = JSON.stringify({ version: 1, theme: 'dark', historyOpen: 'yes', inspectorWidth: 5 })
  expect(await readAfterReload(text)).toEqual({ ...defaults, theme: 'dark' })
})

test('members it does not know, such as a key, are dropped', async () => {
  const remote = { baseUrl: 'https://api.example.com/v1', providerName: 'acme', apiKey: 'secret' }
  const read = await readAfterReload(JSON.stringify({ version: 1, remote }))
  expect(read.remote).toEqual({ baseUrl: 'https://api.example.com/v1', providerName: 'acme' })
})

test('another version is not read', async () => {
  expect(await readAfterReload('{"version":2,"theme":"dark"}')).toEqual(defaults)
})

test('any text gives settings and no fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      expect((await readAfterReload(text)).version).toBe(1)
    }),
  )
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { localText } from '../db/browser-storage.ts'
import { TestStorage } from '../testing/test-storage.ts'
import { createToolSnippets } from './tool-answers.ts'

const KEY = 'playground.tool-snippets'
let storage = new TestStorage()

/** The snippets as a page has them that is loaded now. */
const loaded = () => createToolSnippets(localText)

beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('keeps snippets over a reload, whatever their tools are called', () => {
  const { save } = loaded()
  save('get_weather', { code: 'return 1', seconds: 5 })
  save('__proto__', { code: 'return 2', seconds: 1 })
  const { store } = loaded()
  expect([...store.getState()]).toEqual([
    ['get_weather', { code: 'return 1', seconds: 5 }],
    ['__proto__', { code: 'return 2', seconds: 1 }],
  ])
})

it('forgets a snippet that is emptied', () => {
  const { save } = loaded()
  save('a', { code: 'return 1', seconds: 5 })
  save('a', { code: ' ', seconds: 5 })
  expect(loaded().store.getState().size).toBe(0)
})

it('lets a snippet last as long as the page when the disk is full', () => {
  storage.isFull = true
  const { save, store } = loaded()
  save('a', { code: 'return 1', seconds: 5 })
  expect(store.getState().size).toBe(1)
})

it.each([
  '',
  'not JSON',
  '{}',
  '[null, 1]',
  '[{"tool":"t"}]',
  '[{"tool":"t","code":1,"seconds":5}]',
  '[{"tool":"t","code":"x","seconds":0}]',
])('reads none from %j', async (text) => {
  storage.setItem(KEY, text)
  expect(loaded().store.getState().size).toBe(0)
})

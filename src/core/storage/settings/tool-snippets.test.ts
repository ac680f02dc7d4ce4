import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestStorage } from '../db/test-storage.ts'

const KEY = 'playground.tool-snippets'
let storage = new TestStorage()

/** The snippets as a page has them that is loaded now. */
async function reloaded() {
  vi.resetModules()
  return import('./tool-snippets.ts')
}

beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('keeps snippets over a reload, whatever their tools are called', async () => {
  const { saveSnippet } = await reloaded()
  saveSnippet('get_weather', { code: 'return 1', seconds: 5 })
  saveSnippet('__proto__', { code: 'return 2', seconds: 1 })
  const { toolSnippetStore } = await reloaded()
  expect([...toolSnippetStore.getState()]).toEqual([
    ['get_weather', { code: 'return 1', seconds: 5 }],
    ['__proto__', { code: 'return 2', seconds: 1 }],
  ])
})

it('forgets a snippet that is emptied', async () => {
  const { saveSnippet } = await reloaded()
  saveSnippet('a', { code: 'return 1', seconds: 5 })
  saveSnippet('a', { code: ' ', seconds: 5 })
  expect((await reloaded()).toolSnippetStore.getState().size).toBe(0)
})

it('lets a snippet last as long as the page when the disk is full', async () => {
  storage.isFull = true
  const { saveSnippet, toolSnippetStore } = await reloaded()
  saveSnippet('a', { code: 'return 1', seconds: 5 })
  expect(toolSnippetStore.getState().size).toBe(1)
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
  expect((await reloaded()).toolSnippetStore.getState().size).toBe(0)
})

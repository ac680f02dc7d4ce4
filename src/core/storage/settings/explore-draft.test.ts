import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { localText } from '../db/browser-storage.ts'
import { TestStorage } from '../testing/test-storage.ts'
import { loadExploreDraft, saveExploreDraft } from './explore-draft.ts'

const KEY = 'playground.explore'
const draft = {
  method: 'POST',
  path: '/chat/completions',
  bodyAs: 'json',
  body: '{"model":"m"}',
  accept: 'text/event-stream',
} as const
let storage = new TestStorage()

beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('keeps the call that is being written over a reload', () => {
  expect(loadExploreDraft(localText)).toBeUndefined()
  saveExploreDraft(localText, draft)
  expect(loadExploreDraft(localText)).toEqual(draft)
})

it('leaves out a body that is too long for the small storage', () => {
  saveExploreDraft(localText, { ...draft, body: 'x'.repeat(64 * 1024 + 1) })
  expect(loadExploreDraft(localText)).toEqual({ ...draft, body: '' })
})

it('keeps the call of before when the disk is full', () => {
  saveExploreDraft(localText, draft)
  storage.isFull = true
  saveExploreDraft(localText, { ...draft, path: '/models' })
  expect(loadExploreDraft(localText)).toEqual(draft)
})

it.each(['', 'no JSON', '[]', '{"version":2}', JSON.stringify({ ...draft, version: 1, body: 7 })])(
  'reads nothing from %j',
  (text) => {
    storage.setItem(KEY, text)
    expect(loadExploreDraft(localText)).toBeUndefined()
  },
)

it('reads an `accept` that is none as a default', () => {
  storage.setItem(KEY, JSON.stringify({ ...draft, version: 1, accept: 7 }))
  expect(loadExploreDraft(localText)).toEqual({ ...draft, accept: '' })
})

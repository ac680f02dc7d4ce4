import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { localText, sessionText } from '../db/browser-storage.ts'
import { loadImageDraft, saveImageDraft } from './image-draft.ts'

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'clear'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    clear: () => kept.clear(),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const both = { tab: sessionText, browser: localText }
const KEY = 'playground.image'
const draft = {
  fields: { prompt: 'warm', safe_mode: false },
  transport: 'json',
  variations: 3,
  changes: [{}, { model: 'b' }],
} as const satisfies Parameters<typeof saveImageDraft>[1]

it('gives back what was kept, and nothing for what is damaged or too long', () => {
  expect(loadImageDraft(both)).toBeUndefined()
  saveImageDraft(both, { ...draft, changes: [...draft.changes] })
  expect(loadImageDraft(both)).toEqual(draft)
  saveImageDraft(both, { ...draft, changes: [], fields: { prompt: 'x'.repeat(70_000) } })
  expect(loadImageDraft(both)).toEqual(draft)
  for (const text of ['', '{', '{"version":1,"fields":[],"transport":"json"}']) {
    sessionStorage.setItem(KEY, text)
    localStorage.setItem(KEY, text)
    expect(loadImageDraft(both)).toBeUndefined()
  }
})

it('begins a new tab with what was written last anywhere, and goes on in an old one with its own', () => {
  saveImageDraft(both, { ...draft, changes: [] })
  localStorage.setItem(
    KEY,
    JSON.stringify({ version: 1, fields: { prompt: 'blue' }, transport: 'json' }),
  )
  expect(loadImageDraft(both)?.fields).toEqual(draft.fields)
  sessionStorage.clear()
  expect(loadImageDraft(both)?.fields).toEqual({ prompt: 'blue' })
})

it('reads a form without variations, or with impossible ones, as one edit', () => {
  for (const more of [{}, { variations: 5, changes: 'x' }, { variations: 0, changes: [1] }]) {
    const text = JSON.stringify({ version: 1, fields: {}, transport: 'multipart', ...more })
    localStorage.setItem(KEY, text)
    expect(loadImageDraft(both)).toEqual({
      fields: {},
      transport: 'multipart',
      variations: 1,
      changes: [],
    })
  }
})

import { expect, it, vi } from 'vitest'

import { storedImageDraft, storeImageDraft } from './image-draft.ts'

it('gives back what was kept, and nothing for what is damaged or too long', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  expect(storedImageDraft()).toBeUndefined()
  const draft = { fields: { prompt: 'warm', safe_mode: false }, transport: 'json' } as const
  storeImageDraft(draft)
  expect(storedImageDraft()).toEqual(draft)
  storeImageDraft({ ...draft, fields: { prompt: 'x'.repeat(70_000) } })
  expect(storedImageDraft()).toEqual(draft)
  for (const text of ['', '{', '{"version":1,"fields":[],"transport":"json"}']) {
    kept.set('playground.image', text)
    expect(storedImageDraft()).toBeUndefined()
  }
  vi.unstubAllGlobals()
})

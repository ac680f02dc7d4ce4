import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'

import { deleteAllDrafts, openDrafts, type ChatDraft } from './chat-drafts.ts'
import { hasDraftsHint } from './drafts-hint.ts'

const items = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => items.set(key, value),
  removeItem: (key: string) => items.delete(key),
})

afterEach(deleteAllDrafts)

const draft = (id: string, savedAt: number): ChatDraft => ({ id, savedAt, text: id, partIds: [] })

test('a draft is found as it was written, the latest first among others', async () => {
  const drafts = await openDrafts()
  await drafts.save({ ...draft('a', 1), setup: { model: 'm', settings: { seed: 1 } } })
  await drafts.save(draft('b', 2))
  expect((await drafts.list()).map(({ id }) => id)).toEqual(['b', 'a'])
  expect(await drafts.find('a')).toMatchObject({ setup: { settings: { seed: 1 } } })
  expect(hasDraftsHint()).toBe(true)
})

test('attachments belong to one draft and go with it', async () => {
  const drafts = await openDrafts()
  const part = { kind: 'text', text: 'Hi' }
  await drafts.saveParts('a', [{ id: '1', part }], [])
  await drafts.saveParts('b', [{ id: '1', part }], [])
  await drafts.saveParts('a', [{ id: '2', part }], ['1'])
  expect([...(await drafts.partsOf('a')).keys()]).toEqual(['2'])
  await drafts.remove('a')
  expect((await drafts.partsOf('a')).size).toBe(0)
  expect((await drafts.partsOf('b')).get('1')).toEqual(part)
})

test('deleting everything leaves no draft and no sign of one', async () => {
  const drafts = await openDrafts()
  await drafts.save(draft('a', 1))
  await deleteAllDrafts()
  expect(await drafts.list()).toEqual([])
  expect(hasDraftsHint()).toBe(false)
})

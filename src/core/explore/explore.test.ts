import { expect, it } from 'vitest'

import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { memoryText } from '../storage/testing/test-storage.ts'
import { changeDraft, chooseFiles, replaceDraft } from './draft.ts'
import { createExplore } from './explore.ts'
import { abortCall, sendCall } from './send-call.ts'

const CALL = { method: 'GET', path: '/models' } as const

it('behavior: the draft is there after a reload, without its files', () => {
  const { client } = fakeClient(() => jsonResponse({}))
  const storage = memoryText()
  const explore = createExplore(client, storage)
  changeDraft(explore, { method: 'POST', path: '/image/edit', bodyAs: 'form' })
  chooseFiles(explore, 'image', [new File(['a'], 'cat.png')])
  const { draft, files } = createExplore(client, storage).draft.getState()
  expect(draft).toMatchObject({ method: 'POST', path: '/image/edit', bodyAs: 'form' })
  expect(files).toEqual({})
})

it('behavior: a draft that was replaced comes back with its files', () => {
  const { client } = fakeClient(() => jsonResponse({}))
  const explore = createExplore(client, memoryText())
  chooseFiles(explore, 'image', [new File(['a'], 'cat.png')])
  const before = explore.draft.getState()
  const undo = replaceDraft(explore, { ...before.draft, path: '/other' })
  expect(explore.draft.getState()).toMatchObject({ draft: { path: '/other' }, files: {} })
  undo()
  expect(explore.draft.getState()).toEqual(before)
})

it('behavior: one call at a time, and it can be aborted', async () => {
  const { client, world, connection } = fakeClient(() => new Promise<Response>(() => undefined))
  const explore = createExplore(client, memoryText())
  const first = sendCall(explore, connection, CALL)
  await sendCall(explore, connection, CALL)
  await expect.poll(() => world.sent).toHaveLength(1)
  abortCall(explore)
  await first
  expect(explore.calls.getState()).toMatchObject({
    running: undefined,
    finished: { call: CALL, result: { ok: false, failure: { kind: 'aborted' } } },
  })
})

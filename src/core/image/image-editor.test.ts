import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'

import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { deleteAllExchanges, saveExchange, listExchanges } from '../storage/exchanges/exchanges.ts'
import { memoryText } from '../storage/testing/test-storage.ts'
import { setField } from './form.ts'
import { createImageEditor, type ImageEditor, type ImageWorld } from './image-editor.ts'
import { cancelRun, deleteRun, isEditing } from './run/runs.ts'
import { startEdit } from './run/start-edit.ts'
import { applyFix, loadSource } from './source/load-source.ts'

const FACTS = {
  type: 'png' as const,
  orientation: 1,
  metadata: false,
  location: false,
  bytes: 5,
  shown: { width: 1000, height: 1000 },
}

function editorOf(
  respond: Parameters<typeof fakeClient>[0],
  change: Partial<ImageWorld> = {},
): ImageEditor {
  const { client } = fakeClient(respond)
  return createImageEditor({
    client,
    storage: { tab: memoryText(), browser: memoryText() },
    pictures: { inspectPicture: async () => FACTS, changePicture: async (blob) => blob },
    toBase64: async () => 'aW1hZ2U=',
    saveExchange: async (id) =>
      saveExchange({
        summary: { id, startedAt: 1, size: 2, line: 'POST /image/edit' },
        exchange: {},
      }),
    notify: () => undefined,
    ...change,
  })
}

const picture = new Blob(['image'], { type: 'image/png' })
const image = () => new Response(picture)

it('behavior: an edit can be inspected after a reload, until its run is deleted', async () => {
  await deleteAllExchanges()
  const editor = editorOf(image)
  setField(editor, 'prompt', 'warm')
  await loadSource(editor, picture, 'my cat.png')
  await startEdit(editor, [])
  const [run] = editor.runs.getState().runs
  if (run === undefined) throw new Error('no run')
  expect(run).toMatchObject({ state: 'done', exchangeId: expect.any(String) })
  const ids = async () => (await listExchanges()).map(({ id }) => id)
  expect(await ids()).toEqual([run.exchangeId])
  const restore = await deleteRun(editor, run)
  expect(await ids()).toEqual([])
  await restore()
  expect(await ids()).toEqual([run.exchangeId])
})

it('behavior: one edit at a time, and it can be cancelled', async () => {
  const respond = vi.fn<() => Promise<Response>>(() => new Promise<Response>(() => undefined))
  // The balance is answered, or the edit would wait for it.
  const editor = editorOf(({ url }) =>
    url.endsWith('/image/edit') ? respond() : jsonResponse({}, { status: 404 }),
  )
  setField(editor, 'prompt', 'warm')
  await loadSource(editor, picture, 'cat.png')
  const first = startEdit(editor, [])
  await vi.waitFor(() => expect(respond).toHaveBeenCalled())
  expect(isEditing(editor)).toBe(true)
  await startEdit(editor, [])
  expect(editor.runs.getState().runs).toHaveLength(1)
  cancelRun(editor, editor.runs.getState().runs[0]?.id ?? '')
  await first
  expect(editor.runs.getState().runs).toMatchObject([{ state: 'stopped' }])
  expect(isEditing(editor)).toBe(false)
})

it('behavior: an edit is cancelled while the balance before it is still read', async () => {
  // The reading is never given up.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(new AbortController().signal)
  const respond = vi.fn<() => Promise<Response>>(() => new Promise<Response>(() => undefined))
  const editor = editorOf(respond)
  setField(editor, 'prompt', 'warm')
  await loadSource(editor, picture, 'cat.png')
  const sent = startEdit(editor, [])
  await vi.waitFor(() => expect(respond).toHaveBeenCalled())
  cancelRun(editor, editor.runs.getState().runs[0]?.id ?? '')
  await sent
  expect(editor.runs.getState().runs).toMatchObject([{ state: 'stopped', notSent: true }])
  expect(respond).toHaveBeenCalledTimes(1)
})

it('behavior: a source that was replaced while it was inspected or fixed stays replaced', async () => {
  let finish = (): void => undefined
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const editor = editorOf(image, {
    pictures: {
      inspectPicture: async () => FACTS,
      changePicture: async (blob) => {
        await slow
        return blob
      },
    },
  })
  await loadSource(editor, picture, 'cat.png')
  const { source } = editor.form.getState()
  if (source?.kind !== 'file') throw new Error('no source')
  const fixing = applyFix(editor, source, { label: '', change: { type: 'png' } })
  await loadSource(editor, picture, 'dog.png')
  finish()
  await fixing
  expect(editor.form.getState().source).toMatchObject({ fileName: 'dog.png' })
  expect(editor.source.getState().done).toBeUndefined()
})

it('behavior: the form is there after a reload, without its source', async () => {
  const storage = { tab: memoryText(), browser: memoryText() }
  const editor = editorOf(image, { storage })
  setField(editor, 'prompt', 'warm')
  await loadSource(editor, picture, 'cat.png')
  expect(editorOf(image, { storage }).form.getState()).toMatchObject({
    fields: { prompt: 'warm' },
    source: undefined,
  })
})

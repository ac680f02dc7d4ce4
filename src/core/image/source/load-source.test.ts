import { expect, it } from 'vitest'

import type { ImageWorld } from '../image-editor.ts'
import { TEST_FACTS, testEditor } from '../testing/test-editor.ts'
import { applyFix, loadSource, removeSource, setSourceUrl, undoFix } from './load-source.ts'

const picture = new Blob(['image'], { type: 'image/png' })

function editorOf(pictures: Partial<ImageWorld['pictures']> = {}) {
  return testEditor({
    pictures: {
      inspectPicture: async () => TEST_FACTS,
      changePicture: async (blob) => blob,
      ...pictures,
    },
  })
}

type Editor = ReturnType<typeof editorOf>

function fileOf({ form }: Editor) {
  const { source } = form.getState()
  if (source?.kind !== 'file') throw new Error('no file')
  return source
}

it('shows a file at once, then what it is, with the progress of the inspection', async () => {
  const seen: (number | undefined)[] = []
  const editor = editorOf({
    inspectPicture: async (_blob, _side, _whole, options) => {
      options?.onProgress?.(0.5)
      return TEST_FACTS
    },
  })
  editor.source.subscribe(({ done }) => seen.push(done))
  const loading = loadSource(editor, picture, 'cat.png')
  expect(fileOf(editor)).toEqual({ kind: 'file', file: picture, fileName: 'cat.png' })
  await loading
  expect(fileOf(editor)).toMatchObject({ file: picture, facts: TEST_FACTS })
  expect(seen).toEqual([0, 0.5, undefined])
})

it('goes by the bytes of a file, not by the type that it claims', async () => {
  const editor = editorOf()
  await loadSource(editor, new Blob(['image'], { type: 'text/plain' }), 'cat.txt')
  expect(fileOf(editor).file.type).toBe('image/png')
})

it('says what is no image, and why one could not be inspected', async () => {
  const noPicture = editorOf({ inspectPicture: async () => undefined })
  await loadSource(noPicture, picture, 'cat.png')
  expect(fileOf(noPicture).fault).toContain('Unknown image type')
  expect(fileOf(noPicture).facts).toBeUndefined()

  const broken = editorOf({ inspectPicture: () => Promise.reject(new Error('Out of memory.')) })
  await loadSource(broken, picture, 'cat.png')
  expect(fileOf(broken).fault).toBe("Couldn't inspect the image. Out of memory.")
  expect(broken.source.getState().done).toBeUndefined()
})

// An address that leads to none responds with a page, which is saved under the name of the image.
it.each([
  ['<!doctype html><html><body>Not found</body></html>', 'This is a web page, not an image.'],
  ['\n<HTML><head>', 'This is a web page, not an image.'],
  ['%PDF-1.7', 'This is a PDF, not an image.'],
  ['', 'The file is empty.'],
  ['<htmlx>', 'Unknown image type.'],
])('behavior: says of %j named .png what it is', async (text, said) => {
  const editor = editorOf({ inspectPicture: async () => undefined })
  await loadSource(editor, new Blob([text], { type: 'image/png' }), 'cat.png')
  expect(fileOf(editor).fault).toContain(said)
})

it('takes a URL as it is, and lets go of it', () => {
  const editor = editorOf()
  setSourceUrl(editor, 'https://example.com/a.png')
  expect(editor.form.getState().source).toEqual({ kind: 'url', url: 'https://example.com/a.png' })
  removeSource(editor)
  expect(editor.form.getState().source).toBeUndefined()
})

it('names a fixed image by its new type, and can go back', async () => {
  const editor = editorOf()
  await loadSource(editor, picture, 'my cat.webp', { madeFrom: 'run' })
  const before = fileOf(editor)
  await applyFix(editor, before, { label: 'Shrink', change: { type: 'jpeg' } })
  const fixed = fileOf(editor)
  expect(fixed).toMatchObject({ fileName: 'my cat.jpg', madeFrom: 'run', before })
  undoFix(editor, fixed)
  expect(fileOf(editor)).toBe(before)
  undoFix(editor, before)
  expect(fileOf(editor)).toBe(before)
})

it('keeps an image that could not be fixed, and says why', async () => {
  const editor = editorOf({ changePicture: () => Promise.reject(new Error('too large')) })
  await loadSource(editor, picture, '.png')
  const before = fileOf(editor)
  const fixing = applyFix(editor, before, { label: 'Shrink', change: { type: 'png' } })
  await expect(fixing).rejects.toThrow('too large')
  expect(fileOf(editor)).toBe(before)
  expect(editor.source.getState().done).toBeUndefined()
})

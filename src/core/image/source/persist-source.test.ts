import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { FileSource, ImageSource } from '../../storage/images/image-source.ts'
import type { ImageWorld } from '../image-editor.ts'
import { TEST_FACTS, testEditor } from '../testing/test-editor.ts'
import { persistSource } from './load-source.ts'

/** What this browser stores, the latest first. */
const disk = vi.hoisted(() => ({ kept: new Map<string, object>(), isBroken: false, isFull: false }))

vi.mock('../../storage/images/image-sources.ts', () => ({
  listImageSources: async () => {
    if (disk.isBroken) throw new Error('storage is refused')
    return [...disk.kept.keys()]
  },
  findImageSource: async (id: string) => disk.kept.get(id),
  saveImageSource: async (id: string, source: ImageSource) => {
    if (disk.isFull) throw new DOMException('full', 'QuotaExceededError')
    const others = [...disk.kept].filter(([key]) => key !== id)
    disk.kept = new Map<string, object>([[id, source], ...others])
  },
  removeImageSource: async (id: string) => {
    disk.kept.delete(id)
  },
}))

const REMEMBERED = 'playground.image-source'
const tab = new Map<string, string>()
const held = new Set<string>()

/** Locks of a browser: whoever waits for one that another tab holds waits in vain. */
const locks = {
  request: async (
    name: string,
    { ifAvailable }: LockOptions,
    run: (lock: { name: string } | null) => unknown,
  ) => {
    if (!held.has(name)) {
      held.add(name)
      return run({ name })
    }
    if (ifAvailable === true) return run(null)
    throw new DOMException('too long', 'TimeoutError')
  },
}

beforeEach(() => {
  disk.kept.clear()
  disk.isBroken = false
  disk.isFull = false
  tab.clear()
  held.clear()
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function picture(fileName: string, more: Partial<FileSource> = {}): FileSource {
  const file = new Blob([fileName], { type: 'image/png' })
  return { kind: 'file', file, fileName, facts: TEST_FACTS, ...more }
}

function opened() {
  const notify = vi.fn<ImageWorld['notify']>()
  const inspectPicture = vi.fn<ImageWorld['pictures']['inspectPicture']>(async () => TEST_FACTS)
  const editor = testEditor({
    notify,
    pictures: { inspectPicture, changePicture: async (blob) => blob },
  })
  const shown = () => editor.form.getState().source
  return { editor, notify, inspectPicture, shown }
}

it('restores the image of this tab after a reload, and goes on storing it there', async () => {
  const cat = picture('cat.png')
  disk.kept.set('mine', cat)
  tab.set(REMEMBERED, 'mine')
  const { editor, notify, shown } = opened()
  persistSource(editor)
  await vi.waitFor(() => expect(shown()).toBe(cat))
  const dog = picture('dog.png')
  editor.form.setState({ source: dog })
  await vi.waitFor(() => expect([...disk.kept]).toEqual([['mine', dog]]))
  editor.form.setState({ source: undefined })
  await vi.waitFor(() => expect(disk.kept.size).toBe(0))
  expect(notify).not.toHaveBeenCalled()
})

it('begins a duplicated tab with the same image, which each goes on with by itself', async () => {
  const cat = picture('cat.png')
  disk.kept.set('theirs', cat)
  tab.set(REMEMBERED, 'theirs')
  held.add('draft:theirs')
  const { editor, shown } = opened()
  persistSource(editor)
  await vi.waitFor(() => expect(disk.kept.size).toBe(2))
  expect(shown()).toBe(cat)
  const own = tab.get(REMEMBERED) ?? ''
  expect(own).not.toBe('theirs')
  const dog = picture('dog.png')
  editor.form.setState({ source: dog })
  await vi.waitFor(() => expect(disk.kept.get(own)).toBe(dog))
  expect(disk.kept.get('theirs')).toBe(cat)
})

it('takes over what a closed tab left behind, says so, and discards it when told', async () => {
  const dog = picture('dog.png')
  disk.kept.set('open tab', picture('cat.png'))
  disk.kept.set('closed tab', dog)
  held.add('draft:open tab')
  const { editor, notify, shown } = opened()
  persistSource(editor)
  persistSource(editor)
  await vi.waitFor(() => expect(shown()).toBe(dog))
  expect(tab.get(REMEMBERED)).toBe('closed tab')
  expect(notify).toHaveBeenCalledTimes(1)
  expect(notify).toHaveBeenCalledWith('Your image was restored', expect.anything())
  notify.mock.calls[0]?.[1]?.run()
  expect(shown()).toBeUndefined()
  await vi.waitFor(() => expect([...disk.kept.keys()]).toEqual(['open tab']))
})

it('leaves what was chosen before anything could be restored', async () => {
  const cat = picture('cat.png')
  disk.kept.set('closed tab', cat)
  const { editor, notify, shown } = opened()
  persistSource(editor)
  const dog = picture('dog.png')
  editor.form.setState({ source: dog })
  await vi.waitFor(() => expect(disk.kept.size).toBe(2))
  expect(shown()).toBe(dog)
  expect(disk.kept.get(tab.get(REMEMBERED) ?? '')).toBe(dog)
  expect(disk.kept.get('closed tab')).toBe(cat)
  expect(notify).not.toHaveBeenCalled()
})

it('inspects an image once more when the page went away meanwhile, and notes it before', async () => {
  const { facts: _, ...cat } = picture('cat.png', { madeFrom: 'run', before: picture('whole.png') })
  disk.kept.set('mine', cat)
  tab.set(REMEMBERED, 'mine')
  const { editor, inspectPicture, shown } = opened()
  let noted: object | undefined
  inspectPicture.mockImplementation(async () => {
    noted = disk.kept.get('mine')
    return TEST_FACTS
  })
  persistSource(editor)
  await vi.waitFor(() => expect(shown()).toMatchObject({ ...cat, facts: TEST_FACTS }))
  expect(noted).toMatchObject({ again: true })
})

it('does not inspect an image a third time that closed the page twice', async () => {
  const { facts: _, ...cat } = picture('cat.png', { again: true })
  disk.kept.set('mine', cat)
  tab.set(REMEMBERED, 'mine')
  const { editor, inspectPicture, shown } = opened()
  persistSource(editor)
  await vi.waitFor(() =>
    expect(shown()).toMatchObject({ fault: expect.stringContaining('closed the page twice') }),
  )
  expect(inspectPicture).not.toHaveBeenCalled()
})

it('begins with nothing where storage is refused', async () => {
  disk.isBroken = true
  const { editor, shown } = opened()
  persistSource(editor)
  await vi.waitFor(() => expect(tab.get(REMEMBERED)).toBeDefined())
  expect(shown()).toBeUndefined()
})

it('says that an image finds no room, and no longer once one does', async () => {
  disk.isFull = true
  const { editor } = opened()
  editor.form.setState({ source: picture('cat.png') })
  persistSource(editor)
  const unsaved = () => editor.source.getState().unsaved
  await vi.waitFor(() => expect(unsaved()).toBe('the disk is full'))
  disk.isFull = false
  editor.form.setState({ source: picture('dog.png') })
  editor.form.setState({ source: picture('bird.png') })
  await vi.waitFor(() => expect([...disk.kept.values()]).toMatchObject([{ fileName: 'bird.png' }]))
  await vi.waitFor(() => expect(unsaved()).toBeUndefined())
})

it('deletes the oldest images of closed tabs, never those of an open one', async () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7']) disk.kept.set(id, picture(`${id}.png`))
  tab.set(REMEMBERED, '1')
  held.add('draft:7')
  persistSource(opened().editor)
  await vi.waitFor(() => expect([...disk.kept.keys()]).toEqual(['1', '2', '3', '4', '5', '7']))
})

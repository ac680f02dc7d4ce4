import { beforeEach, expect, it, vi } from 'vitest'

import type { FileSource, ImageSource } from '../../storage/images/image-source.ts'
import { createSourceWriter } from './load-source.ts'

/** A disk with room for so many bytes of pictures. */
const disk = vi.hoisted(() => ({ room: 100, kept: new Map<string, object>() }))

vi.mock('../../storage/images/image-sources.ts', () => ({
  saveImageSource: async (id: string, source: ImageSource) => {
    const others = [...disk.kept.values()].reduce((sum, kept) => sum + bytesOf(kept), 0)
    if (bytesOf(source) + others > disk.room) throw new DOMException('full', 'QuotaExceededError')
    disk.kept.set(id, source)
  },
  removeImageSource: async (id: string) => {
    disk.kept.delete(id)
  },
}))

function bytesOf(source: object): number {
  return 'file' in source && source.file instanceof Blob ? source.file.size : 0
}

function picture(bytes: number, before?: FileSource): FileSource {
  const file = new Blob(['x'.repeat(bytes)])
  return { kind: 'file', file, fileName: 'a.png', ...(before === undefined ? {} : { before }) }
}

beforeEach(() => {
  disk.kept.clear()
})

const FULL = 'the disk is full'

it('keeps what is chosen, and forgets what is removed', async () => {
  const keep = createSourceWriter('tab', undefined)
  const cat = picture(40)
  expect(await keep(cat)).toBeUndefined()
  expect(disk.kept.get('tab')).toBe(cat)
  expect(await keep(undefined)).toBeUndefined()
  expect(disk.kept.size).toBe(0)
})

it('lets what was given up make room for what was chosen', async () => {
  const keep = createSourceWriter('tab', undefined)
  await keep(picture(60))
  const dog = picture(70)
  expect(await keep(dog)).toBeUndefined()
  expect(disk.kept.get('tab')).toBe(dog)
})

it('says what finds no room, and does not bring back another picture in its place', async () => {
  const keep = createSourceWriter('tab', undefined)
  await keep(picture(60))
  expect(await keep(picture(101))).toBe(FULL)
  expect(disk.kept.size).toBe(0)
})

it('stays with what a picture was when the changed one finds no room', async () => {
  const cat = picture(60)
  const keep = createSourceWriter('tab', cat)
  disk.kept.set('tab', cat)
  expect(await keep(picture(70, cat))).toBe(FULL)
  expect(disk.kept.get('tab')).toBe(cat)

  const fresh = createSourceWriter('other', undefined)
  disk.kept.clear()
  expect(await fresh(picture(101, cat))).toBe(FULL)
  expect(disk.kept.get('other')).toBe(cat)
})

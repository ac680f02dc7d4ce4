import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { database } from '../db/database.ts'
import type { ImageRun } from './image-run.ts'
import { deleteImageRun, listImageRuns, saveImageRuns } from './image-runs.ts'
import type { FileSource } from './image-source.ts'
import {
  findImageSource,
  listImageSources,
  removeImageSource,
  saveImageSource,
} from './image-sources.ts'

const picture = (text: string, type = 'image/png'): FileSource => ({
  kind: 'file',
  file: new Blob([text], { type }),
  fileName: `${text}.png`,
})

const run = (id: string, source: FileSource): ImageRun => ({
  id,
  batchId: 'batch',
  startedAt: 1,
  state: 'done',
  source,
  fields: { prompt: 'warm' },
  transport: 'json',
  headers: [],
  providerName: 'vendor',
})

const FACTS = { type: 'png' as const, bytes: 3, orientation: 1, metadata: false, location: false }

const keptFiles = async () => (await (await database()).getAllKeys('imageFiles')).length

afterEach(async () => {
  vi.restoreAllMocks()
  for (const id of await listImageSources()) await removeImageSource(id)
  for (const { id } of await listImageRuns()) await deleteImageRun(id)
})

describe('the source of a tab', () => {
  it('comes back with its facts, its origin, and what it was before each change', async () => {
    const first = { ...picture('cat'), madeFrom: 'run', facts: FACTS }
    await saveImageSource('a', { ...picture('small cat'), madeFrom: 'run', before: first })
    const found = await findImageSource('a')
    expect(found).toMatchObject({
      fileName: 'small cat.png',
      madeFrom: 'run',
      before: { fileName: 'cat.png', facts: FACTS },
    })
    if (found?.kind !== 'file') throw new Error('it is a file')
    expect(await found.file.text()).toBe('small cat')
    expect(found.file.type).toBe('image/png')
    expect(await found.before?.file.text()).toBe('cat')

    await saveImageSource('a', { kind: 'url', url: 'https://example.com/a.png' })
    expect(await findImageSource('a')).toEqual({ kind: 'url', url: 'https://example.com/a.png' })
    expect(await keptFiles()).toBe(0)
    expect(await findImageSource('b')).toBeUndefined()
  })

  it('shares its file with runs and other tabs, and takes it along only as the last', async () => {
    await saveImageSource('a', picture('cat'))
    await saveImageSource('b', picture('cat'))
    await saveImageRuns([run('r', picture('cat'))])
    expect(await keptFiles()).toBe(1)
    await removeImageSource('a')
    await deleteImageRun('r')
    expect(await keptFiles()).toBe(1)
    await saveImageSource('b', picture('dog'))
    expect(await keptFiles()).toBe(1)
    await removeImageSource('b')
    expect(await keptFiles()).toBe(0)
  })

  it('does not make of the same bytes in a run what they are to itself', async () => {
    await saveImageSource('a', picture('<svg>', 'image/svg+xml'))
    await saveImageRuns([run('r', picture('<svg>', 'application/octet-stream'))])
    const [found] = await listImageRuns()
    expect(found?.source.kind === 'file' && found.source.file.type).toBe('application/octet-stream')
  })

  it('is not known when its file is missing', async () => {
    await saveImageSource('a', picture('cat'))
    await (await database()).clear('imageFiles')
    expect(await findImageSource('a')).toBeUndefined()
  })

  it('stays as it was kept, with its file, when another cannot be written', async () => {
    await saveImageSource('a', picture('cat'))
    // What cannot be written fails in the middle, as what has no room does.
    const dog = { ...picture('dog'), facts: Object.assign({ unwritable: () => undefined }, FACTS) }
    await expect(saveImageSource('a', dog)).rejects.toThrow('could not be cloned')
    expect(await findImageSource('a')).toMatchObject({ fileName: 'cat.png' })
    expect(await keptFiles()).toBe(1)
  })

  it('is listed by when it was chosen, the latest first', async () => {
    const now = vi.spyOn(Date, 'now')
    for (const [at, id] of [
      [2, 'b'],
      [3, 'c'],
      [1, 'a'],
    ] as const) {
      now.mockReturnValue(at)
      await saveImageSource(id, picture(id))
    }
    expect(await listImageSources()).toEqual(['c', 'b', 'a'])
  })
})

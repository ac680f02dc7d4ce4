import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'

import { database } from '../db/database.ts'
import type { ImageRun } from './image-run.ts'
import { deleteImageRun, listImageRuns, saveImageRuns } from './image-runs.ts'

const run = (id: string, startedAt: number): ImageRun => ({
  id,
  batchId: 'batch',
  startedAt,
  state: 'done',
  source: { kind: 'url', url: 'https://example.com/a.png' },
  fields: { prompt: 'warm' },
  transport: 'json',
  headers: [],
  providerName: 'vendor',
})

it('keeps runs, gives the latest first, and forgets what is deleted', async () => {
  await saveImageRuns([run('a', 1), run('b', 2)])
  await saveImageRuns([{ ...run('a', 1), pinned: true }])
  expect((await listImageRuns()).map(({ id, pinned }) => [id, pinned])).toEqual([
    ['b', undefined],
    ['a', true],
  ])
  await deleteImageRun('b')
  expect(await listImageRuns()).toHaveLength(1)
})

describe('the pictures of runs', () => {
  const picture = (text: string) => ({ file: new Blob([text]), fileName: `${text}.png` })
  const edited = (id: string, source: string, result: string): ImageRun => ({
    ...run(id, 1),
    source: { kind: 'file', ...picture(source) },
    result: picture(result),
  })
  const keptFiles = async () => (await database()).getAllKeys('imageFiles')

  it('are kept once, however many runs have them, and go with the last of these', async () => {
    await saveImageRuns([edited('c', 'cat', 'warm cat'), edited('d', 'cat', 'blue cat')])
    // The result of one is the source of another.
    await saveImageRuns([edited('e', 'warm cat', 'warm blue cat')])
    expect(await keptFiles()).toHaveLength(4)
    const found = (await listImageRuns()).find(({ id }) => id === 'e')
    const source = found?.source.kind === 'file' ? found.source : undefined
    expect(await source?.file.text()).toBe('warm cat')
    expect(source?.fileName).toBe('warm cat.png')
    expect(await found?.result?.file.text()).toBe('warm blue cat')

    await deleteImageRun('c')
    expect(await keptFiles()).toHaveLength(4)
    await deleteImageRun('d')
    expect(await keptFiles()).toHaveLength(2)
    if (found !== undefined) await saveImageRuns([found])
    expect(await keptFiles()).toHaveLength(2)
    await deleteImageRun('e')
    expect(await keptFiles()).toEqual([])
  })

  it('of a run that an older version kept are read from within it', async () => {
    const old = { ...run('old', 1), source: { kind: 'file' as const, ...picture('dog') } }
    await (await database()).put('imageRuns', old)
    const found = (await listImageRuns()).find(({ id }) => id === 'old')
    expect(found?.source.kind === 'file' && (await found.source.file.text())).toBe('dog')
    if (found !== undefined) await saveImageRuns([found])
    expect(await keptFiles()).toHaveLength(1)
    await deleteImageRun('old')
  })
})

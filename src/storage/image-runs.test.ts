import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'

import type { ImageRun } from './image-run.ts'
import { deleteImageRun, listImageRuns, saveImageRuns, withUnknownOutcome } from './image-runs.ts'

const run = (id: string, startedAt: number, state: ImageRun['state'] = 'done'): ImageRun => ({
  id,
  batchId: 'batch',
  startedAt,
  state,
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

it('gives a run that nobody waits for any more as one of unknown outcome', () => {
  const running = run('a', 1, 'running')
  expect(withUnknownOutcome(running, new Set()).state).toBe('unknown')
  expect(withUnknownOutcome(running, new Set(['a'])).state).toBe('running')
  expect(withUnknownOutcome(run('a', 1), new Set()).state).toBe('done')
})

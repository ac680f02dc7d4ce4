import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'

import { testRun } from '../testing/test-run.ts'
import { zipRuns } from './export-runs.ts'

it('packs pictures as they are, under names that cannot leave their folder', async () => {
  const picture = new Blob([new Uint8Array([1, 2, 3])])
  const runs = [
    testRun({
      id: 'b',
      madeFrom: 'a',
      source: { kind: 'file', file: picture, fileName: '../../etc/passwd' },
      result: { file: picture, fileName: 'cat-edited.png', type: 'png', width: 1, height: 1 },
    }),
    testRun({ id: 'a' }),
  ]
  const files = unzipSync(new Uint8Array(await (await zipRuns(runs)).arrayBuffer()))
  expect(Object.keys(files)).toEqual([
    '1970-01-01T00-00-00-1/source-image.bin',
    '1970-01-01T00-00-00-1/cat-edited.png',
    '1970-01-01T00-00-00-1/run.json',
    '1970-01-01T00-00-00-2/run.json',
  ])
  expect([...(files['1970-01-01T00-00-00-1/cat-edited.png'] ?? [])]).toEqual([1, 2, 3])
  const described: unknown = JSON.parse(
    new TextDecoder().decode(files['1970-01-01T00-00-00-1/run.json']),
  )
  expect(described).toMatchObject({
    madeFrom: '1970-01-01T00-00-00-2',
    result: { type: 'png', bytes: 3 },
    fields: { prompt: 'warm' },
  })
})

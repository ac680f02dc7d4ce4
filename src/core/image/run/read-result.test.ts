import { expect, it } from 'vitest'

import { testRun } from '../testing/test-run.ts'
import { readResult } from './start-edit.ts'

const source = { kind: 'file', file: new Blob(), fileName: 'cat-edited-1k.jpg' } as const
const run = testRun({ source, fields: { prompt: 'warm', resolution: '2K' } })

it('default: an image is named after its source and its tier, by what its bytes are', async () => {
  const inspectPicture = async () => ({
    type: 'png' as const,
    orientation: 1,
    metadata: false,
    location: false,
    bytes: 3,
    shown: { width: 2, height: 1 },
  })
  const html = new Blob(['abc'], { type: 'text/html' })
  expect(await readResult({ inspectPicture }, run, html)).toMatchObject({
    fileName: 'cat-edited-2k.png',
    file: { type: 'image/png' },
    type: 'png',
    width: 2,
    height: 1,
  })
})

it.each([async () => undefined, () => Promise.reject(new Error('The worker ended.'))])(
  'behavior: what is no image, or cannot be inspected, is a file that no browser runs',
  async (inspectPicture) => {
    const html = new Blob(['<script>'], { type: 'text/html' })
    const read = await readResult({ inspectPicture }, run, html)
    expect(read).toMatchObject({
      fileName: 'cat-edited-2k.bin',
      file: { type: 'application/octet-stream' },
    })
    expect(read.type).toBeUndefined()
  },
)

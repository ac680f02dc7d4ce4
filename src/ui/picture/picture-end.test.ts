import { deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { pictureEnd } from './picture-end.ts'

const TYPES = ['png', 'jpeg', 'webp', 'gif'] as const

async function sample(type: (typeof TYPES)[number]): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * 7919) % 256))
  return sharp(noise, { raw: { width: 64, height: 48, channels: 3 } })
    .toFormat(type)
    .toBuffer()
}

describe.each(TYPES)('the end of a %s', (type) => {
  it('is the end of a whole file', async () => {
    const bytes = await sample(type)
    expect(pictureEnd(bytes, type)).toEqual({ kind: 'at', end: bytes.byteLength })
  })

  it('is missing wherever the file is cut', async () => {
    const bytes = await sample(type)
    for (let length = 16; length < bytes.byteLength; length += 97)
      expect(pictureEnd(bytes.subarray(0, length), type)).toEqual({ kind: 'missing' })
    expect(pictureEnd(bytes.subarray(0, -1), type)).toEqual({ kind: 'missing' })
  })

  it('stays where it is when another file follows', async () => {
    const bytes = await sample(type)
    const polyglot = Buffer.concat([bytes, deflateSync('PK and more'), Buffer.from('<script>')])
    expect(pictureEnd(polyglot, type)).toEqual({ kind: 'at', end: bytes.byteLength })
  })
})

it('is found behind the preview inside a JPEG, progressive or not', async () => {
  const preview = await sample('jpeg')
  const bytes = await sharp(await sample('png'))
    .resize(300)
    .jpeg({ progressive: true })
    .toBuffer()
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), preview])
  segment.writeUInt16BE(preview.byteLength + 2, 2)
  const withPreview = Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
  expect(pictureEnd(withPreview, 'jpeg')).toEqual({ kind: 'at', end: withPreview.byteLength })
})

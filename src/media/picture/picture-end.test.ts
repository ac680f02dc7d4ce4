import { deflateSync } from 'node:zlib'

import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { wholenessOf } from './picture-end.ts'

const TYPES = ['png', 'jpeg', 'webp'] as const

async function sample(type: (typeof TYPES)[number]): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * 7919) % 256))
  return sharp(noise, { raw: { width: 64, height: 48, channels: 3 } })
    .toFormat(type)
    .toBuffer()
}

describe.each(TYPES)('a %s', (type) => {
  it('is whole, and nothing follows it', async () => {
    expect(wholenessOf(await sample(type), type)).toEqual({})
  })

  it('is truncated wherever the file is cut', async () => {
    const bytes = await sample(type)
    for (let length = 16; length < bytes.byteLength; length += 97)
      expect(wholenessOf(bytes.subarray(0, length), type)).toEqual({ truncated: true })
    expect(wholenessOf(bytes.subarray(0, -1), type)).toEqual({ truncated: true })
  })

  it('ends where another file begins after it', async () => {
    const hidden = Buffer.concat([deflateSync('PK and more'), Buffer.from('<script>')])
    const polyglot = Buffer.concat([await sample(type), hidden])
    expect(wholenessOf(polyglot, type)).toEqual({ bytesAfterEnd: hidden.length })
  })
})

it('a JPEG ends behind the preview inside of it, progressive or not', async () => {
  const preview = await sample('jpeg')
  const bytes = await sharp(await sample('png'))
    .resize(300)
    .jpeg({ progressive: true })
    .toBuffer()
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), preview])
  segment.writeUInt16BE(preview.byteLength + 2, 2)
  const withPreview = Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
  expect(wholenessOf(withPreview, 'jpeg')).toEqual({})
})

it('an animation is told from a picture that stands still', async () => {
  const [width, pageHeight, pages] = [40, 30, 3]
  const data = Buffer.from(
    Array.from({ length: width * pageHeight * pages * 3 }, (_, at) => Math.floor(at / 3600) * 60),
  )
  const film = sharp(data, { raw: { width, height: pageHeight * pages, channels: 3, pageHeight } })
  expect(wholenessOf(await film.webp().toBuffer(), 'webp')).toEqual({ animated: true })

  const png = await sample('png')
  const mark = Buffer.alloc(20)
  mark.writeUInt32BE(8)
  mark.write('acTL', 4, 'latin1')
  const moving = Buffer.concat([png.subarray(0, 33), mark, png.subarray(33)])
  expect(wholenessOf(moving, 'png')).toEqual({ animated: true })
})

it('any bytes after a mark are whole, truncated or followed by others', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TYPES), fc.uint8Array({ maxLength: 200 }), (type, bytes) => {
      expect(() => wholenessOf(bytes, type)).not.toThrow()
    }),
  )
})

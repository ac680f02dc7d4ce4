import { deflateSync } from 'node:zlib'

import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { pictureEnd } from './picture-end.ts'

const TYPES = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const

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

describe('the end of an AVIF', () => {
  const box = (type: string, content: Uint8Array | string) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, Buffer.from(content)])
  }

  it('leaves out a box after it that no picture has, or that may hold anything', async () => {
    const bytes = await sample('avif')
    for (const type of ['free', 'skip', 'uuid', 'mpvd', 'PK\u0003\u0004'])
      expect(pictureEnd(Buffer.concat([bytes, box(type, '<script>')]), 'avif'), type).toEqual({
        kind: 'at',
        end: bytes.byteLength,
      })
  })

  it('is that of its pixels where the last box goes on to the end of the file', async () => {
    const bytes = await sample('avif')
    bytes.writeUInt32BE(0, bytes.lastIndexOf('mdat') - 4)
    for (const more of ['', '<script>'])
      expect(pictureEnd(Buffer.concat([bytes, Buffer.from(more)]), 'avif')).toEqual({
        kind: 'at',
        end: bytes.byteLength,
      })
    expect(pictureEnd(bytes.subarray(0, -1), 'avif')).toEqual({ kind: 'missing' })
  })

  it('is found with a box that says its size in 64 bits, and with one between the others', async () => {
    const bytes = await sample('avif')
    const at = bytes.lastIndexOf('mdat') - 4
    const large = Buffer.alloc(16)
    large.writeUInt32BE(1)
    large.write('mdat', 4, 'latin1')
    large.writeBigUInt64BE(BigInt(bytes.byteLength - at + 8), 8)
    const whole = [bytes.subarray(0, at), box('free', 'x'), large, bytes.subarray(at + 8)]
    const rewritten = Buffer.concat(whole)
    expect(pictureEnd(Buffer.concat([rewritten, Buffer.from('PK')]), 'heic')).toEqual({
      kind: 'at',
      end: rewritten.byteLength,
    })
  })

  it('is not known of what only calls itself one', () => {
    const name = box('ftyp', 'avif\0\0\0\0avifmif1')
    expect(pictureEnd(name, 'avif')).toEqual({ kind: 'missing' })
    expect(pictureEnd(Buffer.concat([name, Buffer.alloc(64)]), 'avif')).toEqual({ kind: 'unknown' })
  })
})

it('is found, or said to be missing or not known, whatever follows a mark', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 200 }), (bytes) => {
      const avif = Buffer.concat([Buffer.from('\0\0\0\u0010ftypavif\0\0\0\0', 'latin1'), bytes])
      expect(['at', 'missing', 'unknown']).toContain(pictureEnd(avif, 'avif').kind)
    }),
  )
})

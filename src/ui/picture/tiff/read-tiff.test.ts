import fc from 'fast-check'
import sharp, { type TiffOptions } from 'sharp'
import { describe, expect, it } from 'vitest'

import { readTiff, type DecodeJpeg } from './read-tiff.ts'
import { UnreadTiff } from './tiff-layout.ts'

const [width, height] = [150, 97]

/** What the browser does in the worker. */
const decodeJpeg: DecodeJpeg = async (jpeg) => {
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgba: new Uint8ClampedArray(data) }
}

/** Soft colours with a sharp edge, and a different transparency from left to right. */
function picture(channels: 1 | 3 | 4) {
  const pixel = (x: number, y: number) =>
    [x + y, 255 - x, (y * 2) % 256, 55 + x].map((value) => (x > 90 ? 255 - value : value) & 255)
  const values = Array.from({ length: width * height }, (_, at) =>
    pixel(at % width, Math.floor(at / width)).slice(0, channels),
  )
  const image = sharp(Buffer.from(values.flat()), { raw: { width, height, channels } })
  return channels === 1 ? image.toColourspace('b-w') : image
}

/** How far the worst value is from what sharp reads, 0 to 255; 255 for other sides. */
async function worstFault(tiff: Buffer): Promise<number> {
  const read = await readTiff(tiff, decodeJpeg)
  const wanted = await sharp(tiff)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (read.width !== wanted.info.width || read.height !== wanted.info.height) return 255
  return read.rgba.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (wanted.data[at] ?? 0))),
    0,
  )
}

const packings: TiffOptions[] = [
  { compression: 'none' },
  { compression: 'lzw', predictor: 'none' },
  { compression: 'lzw', predictor: 'horizontal' },
  { compression: 'deflate', predictor: 'none' },
  { compression: 'deflate', predictor: 'horizontal' },
  { compression: 'packbits' },
]
const cuts: TiffOptions[] = [
  {},
  { tile: true, tileWidth: 64, tileHeight: 48 },
  { bigtiff: false, pyramid: true, tile: true, tileWidth: 32, tileHeight: 32 },
]

describe.each(packings)('a TIFF with $compression, predictor $predictor', (packing) => {
  it.each(cuts)('is read pixel by pixel, cut as %j', async (cut) => {
    for (const channels of [1, 3, 4] as const) {
      const tiff = picture(channels).tiff({ ...packing, ...cut })
      expect(await worstFault(await tiff.toBuffer())).toBe(0)
    }
  })

  it('of 16 bits a value is read to the nearest of 8', async () => {
    const deep = sharp(await picture(3).toColourspace('rgb16').png().toBuffer())
    const tiff = await deep.linear(0.77, 40).toColourspace('rgb16').tiff(packing).toBuffer()
    expect((await sharp(tiff).metadata()).depth).toBe('ushort')
    expect(await worstFault(tiff)).toBeLessThanOrEqual(1)
  })
})

it.each([90, 60])('a TIFF of JPEG pieces of quality %d is read', async (quality) => {
  for (const channels of [1, 3] as const)
    for (const cut of cuts) {
      const tiff = picture(channels).tiff({ compression: 'jpeg', quality, ...cut })
      expect(await worstFault(await tiff.toBuffer())).toBeLessThanOrEqual(3)
    }
})

it.each([1, 2, 4] as const)('a grey TIFF of %d bits is read', async (bitdepth) => {
  for (const compression of ['none', 'lzw', 'deflate'] as const) {
    const grey = picture(1).tiff({ compression, bitdepth, predictor: 'none' })
    expect(await worstFault(await grey.toBuffer())).toBe(0)
  }
})

it('a CMYK TIFF has its colours about right', async () => {
  const square = sharp({ create: { width, height, channels: 3, background: '#d02020' } })
  const tiff = await square.toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer()
  const { rgba } = await readTiff(tiff, decodeJpeg)
  const [red = 0, green = 0, blue = 0, opacity] = rgba
  expect(opacity).toBe(255)
  expect(red).toBeGreaterThan(Math.max(green, blue) + 100)
})

it('tells orientation and that there are more pictures', async () => {
  const turned = await picture(3).withMetadata({ orientation: 6 }).tiff().toBuffer()
  expect(await readTiff(turned, decodeJpeg)).toMatchObject({ orientation: 6, more: false })
})

/** A TIFF by hand, of either byte order: what sharp does not write. */
function tiffByHand(
  little: boolean,
  tags: readonly (readonly [tag: number, type: 3 | 4, values: readonly number[]])[],
  pixels: Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(4096)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, little ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, little)
  view.setUint32(4, 8, little)
  const all = [...tags, [273, 4, [2048]] as const, [279, 4, [pixels.length]] as const]
  view.setUint16(8, all.length, little)
  let far = 1024
  for (const [index, [tag, type, values]] of all.entries()) {
    const [at, size] = [10 + index * 12, type === 3 ? 2 : 4]
    view.setUint16(at, tag, little)
    view.setUint16(at + 2, type, little)
    view.setUint32(at + 4, values.length, little)
    const fits = size * values.length <= 4
    if (!fits) view.setUint32(at + 8, far, little)
    for (const [place, value] of values.entries()) {
      const to = (fits ? at + 8 : far) + place * size
      if (type === 3) view.setUint16(to, value, little)
      else view.setUint32(to, value, little)
    }
    if (!fits) far += size * values.length
  }
  bytes.set(pixels, 2048)
  return bytes.subarray(0, 2048 + pixels.length)
}

const sides = [
  [256, 3, [4]],
  [257, 3, [1]],
] as const

it.each([true, false])('a palette is looked up, little-endian %s', async (little) => {
  const channel = (at: number) =>
    Array.from({ length: 16 }, (_, entry) => (entry === at ? 65_535 : 0))
  const tiff = tiffByHand(
    little,
    [
      ...sides,
      [258, 3, [4]],
      [262, 3, [3]],
      [320, 3, [...channel(1), ...channel(2), ...channel(3)]],
    ],
    new Uint8Array([0x12, 0x30]),
  )
  const { rgba } = await readTiff(tiff, decodeJpeg)
  expect([...rgba]).toEqual([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255])
})

it('white is 0 where the file says so, and colours are freed from their opacity', async () => {
  const grey = tiffByHand(
    true,
    [...sides, [258, 3, [8]], [262, 3, [0]]],
    new Uint8Array([0, 55, 200, 255]),
  )
  expect([...(await readTiff(grey, decodeJpeg)).rgba].filter((_, at) => at % 4 === 0)).toEqual([
    255, 200, 55, 0,
  ])
  const half = new Uint8Array([100, 50, 0, 128, 0, 0, 0, 0, 9, 9, 9, 255, 1, 2, 3, 255])
  const tags = [
    [258, 3, [8, 8, 8, 8]],
    [262, 3, [2]],
    [277, 3, [4]],
    [338, 3, [1]],
  ] as const
  const { rgba } = await readTiff(tiffByHand(false, [...sides, ...tags], half), decodeJpeg)
  expect([...rgba.subarray(0, 8)]).toEqual([199, 100, 0, 128, 0, 0, 0, 0])
})

it.each([
  [[[259, 3, [4]]], 'CCITT fax'],
  [[[262, 3, [8]]], 'colours are of kind 8'],
  [[[339, 3, [3]]], 'whole numbers'],
  [
    [
      [277, 3, [3]],
      [262, 3, [2]],
      [284, 3, [2]],
    ],
    'stored apart',
  ],
] as const)('refuses %j in words', async (tags, words) => {
  const tiff = tiffByHand(true, [...sides, [258, 3, [8]], ...tags], new Uint8Array(4))
  await expect(readTiff(tiff, decodeJpeg)).rejects.toThrow(UnreadTiff)
  await expect(readTiff(tiff, decodeJpeg)).rejects.toThrow(words)
})

it('says that a file breaks off wherever it is cut', async () => {
  const whole = await picture(3).tiff({ compression: 'none' }).toBuffer()
  for (const length of [8, 100, 1000, whole.byteLength >> 1])
    await expect(readTiff(whole.subarray(0, length), decodeJpeg)).rejects.toThrow(RangeError)
})

it('ends with a picture or an Error whatever byte is changed', async () => {
  const whole = await picture(3).tiff({ compression: 'lzw' }).toBuffer()
  const place = fc.integer({ min: 0, max: whole.byteLength - 1 })
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 0, max: 255 }), async (at, value) => {
      const changed = Uint8Array.from(whole)
      changed[at] = value
      const outcome = await readTiff(changed, decodeJpeg).catch((error: unknown) => error)
      expect(outcome).toBeTypeOf('object')
    }),
    { numRuns: 60 },
  )
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_EDIT_IMAGE_PIXELS,
  MIN_EDIT_IMAGE_PIXELS,
} from '../../../contract/limits/sizes.ts'
import {
  imageOf,
  refusalOf,
  startEditService,
  type EditService,
} from '../../testing/edit-service.ts'
import { inEveryFormat, plain, quarters } from '../../testing/sample-images.ts'

let service: EditService
beforeAll(async () => {
  service = await startEditService()
})
afterAll(() => service.stop())

/** Keeps the colors as they are: a crop of everything. */
const AS_IT_IS = 'crop 100%'

function send(bytes: Uint8Array, prompt = AS_IT_IS, more: object = {}) {
  return service.edit({ prompt, image: Buffer.from(bytes).toString('base64'), ...more })
}

/** The colors of the four quarters, row by row, as letters. */
async function corners(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.round(info.height * y) * info.width + Math.round(info.width * x)) * 3
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3)
    if (blue > Math.max(red, green)) return 'B'
    if (Math.min(red, green) > 150 && Math.abs(red - green) < 45) return 'Y'
    return red > green ? 'R' : 'G'
  }
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75)
}

describe('orientation', () => {
  it.each([
    [1, 'RGBY', '3:2'],
    [2, 'GRYB', '3:2'],
    [3, 'YBGR', '3:2'],
    [4, 'BYRG', '3:2'],
    [5, 'RBGY', '2:3'],
    [6, 'BRYG', '2:3'],
    [7, 'YGBR', '2:3'],
    [8, 'GYRB', '2:3'],
  ])('%i is applied, also to the shape that is inferred', async (orientation, expected, shape) => {
    const bytes = await sharp(await quarters(600, 400))
      .jpeg()
      .withMetadata({ orientation })
      .toBuffer()
    const result = await imageOf(await send(bytes))
    const { width, height, orientation: left, exif } = await sharp(result).metadata()
    expect(await corners(result)).toBe(expected)
    expect([width, height]).toEqual(shape === '3:2' ? [1024, 683] : [683, 1024])
    expect([left, exif]).toEqual([undefined, undefined])
  })
})

describe('turns', () => {
  let photo: Buffer
  /** The colors of the photo as it is, which every change is compared with. */
  let before: Buffer
  const raw = (bytes: Buffer) => sharp(bytes).flatten({ background: 'white' }).raw().toBuffer()
  beforeAll(async () => {
    photo = await sharp({
      create: {
        width: 1024,
        height: 439,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    })
      .linear([1, 0.8, 0.6], [0, 0, 0])
      .blur(2)
      .png()
      .toBuffer()
    before = await raw(await imageOf(await send(photo)))
  })

  it.each([
    ['rotate 90', 'BRYG'],
    ['rotate it left', 'GYRB'],
    ['rotate by 180 degrees', 'YBGR'],
    ['flip', 'BYRG'],
    ['mirror', 'GRYB'],
    ['flip it horizontally', 'GRYB'],
    ['crop 40%', 'RGBY'],
    ['pad', 'RGBY'],
  ])('%s', async (prompt, expected) => {
    expect(await corners(await imageOf(await send(await quarters(600, 400), prompt)))).toBe(
      expected,
    )
  })

  it.each([
    'grayscale',
    'sepia',
    'warm',
    'cool',
    'blur',
    'blur 20',
    'sharpen',
    'rotate 30',
    'invert',
    'brighten',
    'darken',
    'more contrast',
    'less contrast',
    'text "Hi"',
    'red border',
    'pixelate',
    'posterize 2',
    'edges',
    'anything else at all',
  ])('%s changes what is seen', async (prompt) => {
    const after = await raw(await imageOf(await send(photo, prompt)))
    expect(after.length).toBe(before.length)
    const change =
      before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0) / before.length
    expect(change).toBeGreaterThan(0.1)
  })
})

it('edges are dark lines on white', async () => {
  const result = await imageOf(await send(await quarters(600, 400), 'edges'))
  const { data, info } = await sharp(result)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = data.subarray(100 * info.width * 3, 101 * info.width * 3)
  expect([Math.max(...row), row[600]]).toEqual([255, 255])
  expect(Math.min(...row)).toBeLessThan(100)
})

describe('formats', () => {
  it('are read by their bytes, whatever the colors, depth, alpha or frames', async () => {
    const source = sharp(await quarters(600, 400))
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 300, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const inputs: Record<string, Buffer> = {
      png: await source.clone().png().toBuffer(),
      'progressive jpeg': await source.clone().jpeg({ progressive: true }).toBuffer(),
      webp: await source.clone().webp({ lossless: true }).toBuffer(),
      gif: await source.clone().gif().toBuffer(),
      avif: await source.clone().avif({ effort: 1 }).toBuffer(),
      tiff: await source.clone().tiff().toBuffer(),
      '16-bit png': await source.clone().toColourspace('rgb16').png().toBuffer(),
      'wide-gamut png': await source.clone().withIccProfile('p3').png().toBuffer(),
    }
    for (const [name, bytes] of Object.entries(inputs))
      expect([name, await corners(await imageOf(await send(bytes)))]).toEqual([name, 'RGBY'])

    // Print colors are fewer: a green that both have.
    const green = sharp({ create: { width: 300, height: 300, channels: 3, background: '#40a060' } })
    for (const format of ['jpeg', 'tiff'] as const) {
      const cmyk = await green.clone().toColourspace('cmyk').toFormat(format).toBuffer()
      expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
      const { channels } = await sharp(await imageOf(await send(cmyk))).stats()
      const far = channels.map(({ mean }, at) => Math.abs(mean - ([0x40, 0xa0, 0x60][at] ?? 0)))
      expect(Math.max(...far)).toBeLessThan(20)
    }

    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(2)
    expect(await corners(await imageOf(await send(animated)))).toBe('RRRR')

    const clear = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 4,
        background: { r: 255, g: 0, b: 0, alpha: 0 },
      },
    })
      .png()
      .toBuffer()
    const asPng = sharp(await imageOf(await send(clear)))
    expect((await asPng.stats()).channels[3]?.max).toBe(0)
    const asJpeg = sharp(await imageOf(await send(clear, AS_IT_IS, { output_format: 'jpeg' })))
    expect((await asJpeg.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255])
  })

  it('are refused when they are cut off, damaged or no picture', async () => {
    const source = sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
    for (const bytes of await inEveryFormat(source))
      for (const share of [0.02, 0.5, 0.97])
        expect(await refusalOf(await send(bytes.subarray(0, bytes.length * share)))).toMatchObject({
          status: 400,
          code: 'CORRUPTED_IMAGE',
        })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>'
    for (const text of [
      svg,
      `<?xml version="1.0"?>${svg}`,
      '%PDF-1.7',
      '<!doctype html>',
      'BM bitmap',
      '\0\0\x01\0 icon',
      'just text',
    ])
      expect(await refusalOf(await send(Buffer.from(text)))).toMatchObject({
        status: 400,
        message:
          'image has an unsupported type, but must be PNG, JPEG, WebP, GIF, AVIF, HEIF or TIFF.',
      })
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    expect((await refusalOf(await send(heic))).message).toContain('image is HEIC')
    const asFile = new File([svg], 'picture.png', { type: 'image/png' })
    expect((await service.editForm({ prompt: 'warm', image: asFile })).status).toBe(400)
    expect((await service.editForm({ prompt: 'warm', image: new File([], 'a.png') })).status).toBe(
      400,
    )
    expect(
      await refusalOf(
        await service.edit({ prompt: 'x', image: `${'A'.repeat(80)}*${'A'.repeat(80)}` }),
      ),
    ).toMatchObject({ status: 400, message: 'image contains characters that are not base64.' })
  })
})

describe('sizes', () => {
  it('go from the least to the most pixels', async () => {
    expect(256 * 256).toBe(MIN_EDIT_IMAGE_PIXELS)
    expect(5760 * 5760).toBe(MAX_EDIT_IMAGE_PIXELS)
    expect((await send(plain(256, 256))).status).toBe(200)
    expect((await send(plain(5760, 5760))).status).toBe(200)
    expect((await send(plain(40_000, 20), 'warm')).status).toBe(200)
    expect(await refusalOf(await send(plain(257, 255)))).toEqual({
      status: 400,
      code: 'IMAGE_TOO_SMALL',
      message: 'image has 257 × 255 = 65,535 pixels, but must have at least 65,536.',
    })
    expect(await refusalOf(await send(plain(5761, 5760)))).toEqual({
      status: 422,
      code: 'IMAGE_TOO_LARGE',
      message: 'image has 5,761 × 5,760 = 33,183,360 pixels, but may have at most 33,177,600.',
    })
  })

  it('end below 25 MB, in a form and in base64', async () => {
    const start = plain(300, 300)
    const sized = (bytes: number) => Buffer.concat([start, Buffer.alloc(bytes - start.length)])
    const [most, more] = [sized(FILE_SIZE_LIMIT_BYTES - 1), sized(FILE_SIZE_LIMIT_BYTES)]
    const form = (bytes: Uint8Array<ArrayBuffer>) =>
      service.editForm({ prompt: 'warm', image: new File([bytes], 'a.png') })
    expect((await form(most)).status).toBe(200)
    expect((await send(most)).status).toBe(200)
    const refusal = {
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: 'image has 25,000,000 bytes, but must have fewer than 25,000,000.',
    }
    expect(await refusalOf(await form(more))).toEqual(refusal)
    expect(await refusalOf(await send(more))).toEqual(refusal)
    expect((await form(Buffer.alloc(27_000_000))).status).toBe(413)
  })

  it('of a bomb are read from its header: it is refused at once while the service goes on', async () => {
    const bomb = plain(60_000, 60_000, 1000)
    await send(plain(300, 300))
    const before = process.memoryUsage().rss
    const started = process.cpuUsage()
    const [refused, models] = await Promise.all([send(bomb), fetch(`${service.baseUrl}/models`)])
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
    expect(models.status).toBe(200)
    expect(await refusalOf(refused)).toMatchObject({ status: 422, code: 'IMAGE_TOO_LARGE' })
  })
})

describe('polyglots', () => {
  const TAILS: Record<string, string> = {
    html: '<!doctype html><script>alert(document.domain)</script>',
    script: '/*\xff*/=1;alert(1)//',
    svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    zip: 'PK\x03\x04evil.html<script>alert(1)</script>PK\x05\x06',
    pdf: '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
    phar: '<?php __HALT_COMPILER(); ?>alert(1)',
    jar: 'PK\x03\x04META-INF/MANIFEST.MF alert(1)',
    mhtml: 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>',
  }

  it('come back as one clean picture, whatever hangs on them', async () => {
    // Of the size of the result.
    const source = sharp(await quarters(1024, 439))
    const formats = ['png', 'jpeg', 'webp', 'gif', 'tiff'] as const
    let seen = 0
    for (const format of formats) {
      const picture = await source.clone().toFormat(format).toBuffer()
      for (const [name, tail] of Object.entries(TAILS)) {
        const bytes = Buffer.concat([picture, Buffer.from(tail, 'latin1')])
        const output_format = ['png', 'jpeg', 'webp'][seen % 3]
        const response = await send(bytes, AS_IT_IS, { output_format })
        const result = await imageOf(response)
        const { format: kind, comments, exif, xmp } = await sharp(result).metadata()
        expect([name, kind]).toEqual([name, output_format])
        expect(response.headers.get('content-type')).toBe(`image/${output_format}`)
        expect([comments, exif, xmp]).toEqual([undefined, undefined, undefined])
        expect(result.toString('latin1')).not.toMatch(/alert|script|evil|%PDF|<svg|<\?php/i)
        seen += 1
      }
    }
    expect(seen).toBe(40)
  })
})

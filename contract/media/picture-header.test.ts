import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { isShownType, pictureTypeOf } from './file-type.ts'
import { placePicture, readPictureHeader } from './picture-header.ts'

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })

describe('reading the header of a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'agrees with the encoder for %s of any size',
    async (format) => {
      for (const [width, height] of [
        [64, 64],
        [65, 300],
        [301, 77],
      ] as const) {
        const header = readPictureHeader(await image(width, height).toFormat(format).toBuffer())
        expect(header).toMatchObject({ type: format, size: { width, height }, orientation: 1 })
      }
    },
  )

  it('knows AVIF and TIFF, and leaves their sides to the decoder', async () => {
    for (const format of ['avif', 'tiff'] as const) {
      const bytes = await image(64, 64).toFormat(format).toBuffer()
      expect(readPictureHeader(bytes)?.type).toBe(format)
    }
  })

  it('reads orientation and place of a photo', async () => {
    const photo = image(80, 64).jpeg()
    const turned = await photo.clone().withMetadata({ orientation: 6 }).toBuffer()
    expect(readPictureHeader(turned)).toMatchObject({
      orientation: 6,
      metadata: true,
      location: false,
    })
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
    const located = await photo.clone().withExif(exif).toBuffer()
    expect(readPictureHeader(located)).toMatchObject({ metadata: true, location: true })
    expect(readPictureHeader(await photo.toBuffer())).toMatchObject({ metadata: false })
  })

  it('gives what it has for a file that is cut anywhere, without an error', async () => {
    const whole = await image(80, 64).jpeg().withMetadata({ orientation: 3 }).toBuffer()
    for (let length = 0; length < Math.min(whole.byteLength, 900); length += 1)
      expect(() => readPictureHeader(whole.subarray(0, length))).not.toThrow()
  })

  it('never throws and always ends, whatever follows a mark', () => {
    const marks = ['\u0089PNG\r\n\u001A\n', '\u00FF\u00D8\u00FF', 'RIFF....WEBP', 'GIF89a', 'BM']
    fc.assert(
      fc.property(fc.constantFrom(...marks), fc.uint8Array({ maxLength: 400 }), (mark, rest) => {
        const bytes = new Uint8Array([...Buffer.from(mark, 'latin1'), ...rest])
        expect(() => readPictureHeader(bytes)).not.toThrow()
      }),
    )
  })

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '%PDF-1.7', '', 'BMW'])(
    'takes %j for no picture',
    (text) => {
      expect(pictureTypeOf(Buffer.from(text))).toBeUndefined()
      expect(isShownType(pictureTypeOf(Buffer.from(text)))).toBe(false)
    },
  )
})

const side = fc.integer({ min: 1, max: 8000 })
const limit = fc.integer({ min: 1, max: 4000 })

describe('placing a picture', () => {
  it('leaves it as it is without a wish', () => {
    expect(placePicture({ width: 30, height: 20 }, {})).toEqual({
      canvas: { width: 30, height: 20 },
      x: 0,
      y: 0,
      width: 30,
      height: 20,
    })
  })

  it('centres a small one on a border', () => {
    expect(placePicture({ width: 20, height: 80 }, { padTo: 64 })).toEqual({
      canvas: { width: 64, height: 80 },
      x: 22,
      y: 0,
      width: 20,
      height: 80,
    })
  })

  it('never exceeds a longest side or a number of pixels', () => {
    fc.assert(
      fc.property(side, side, limit, limit, (width, height, maxSide, maxPixels) => {
        const placed = placePicture({ width, height }, { maxSide, maxPixels: maxPixels * 100 })
        expect(Math.max(placed.width, placed.height)).toBeLessThanOrEqual(Math.max(maxSide, 1))
        // A side is at least 1 px, which can be more than its share.
        if (Math.min(placed.width, placed.height) > 1)
          expect(placed.width * placed.height).toBeLessThanOrEqual(maxPixels * 100)
      }),
    )
  })

  it('reaches a shortest side, by growing or by a border, and never shrinks for it', () => {
    fc.assert(
      fc.property(side, side, limit, fc.boolean(), (width, height, min, pads) => {
        const { canvas } = placePicture({ width, height }, pads ? { padTo: min } : { minSide: min })
        expect(Math.min(canvas.width, canvas.height)).toBeGreaterThanOrEqual(min)
        expect(canvas.width).toBeGreaterThanOrEqual(width)
        expect(canvas.height).toBeGreaterThanOrEqual(height)
      }),
    )
  })
})

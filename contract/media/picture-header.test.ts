import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { readPictureHeader } from './picture-header.ts'
import { isShownType, pictureTypeOf } from './picture-type.ts'

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

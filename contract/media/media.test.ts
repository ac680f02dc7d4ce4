import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { audioFormatOf, videoFormatOf } from './file-type.ts'
import { readPictureHeader } from './picture-header.ts'
import { readWav } from './wav.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('measuring an image', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'agrees with the decoder for %s of any size',
    async (format) => {
      for (const [width, height] of [
        [64, 64],
        [65, 300],
        [301, 77],
      ] as const) {
        const background = { r: width % 256, g: height % 256, b: 9 }
        const image = sharp({ create: { width, height, channels: 3, background } })
        expect(readPictureHeader(await image.toFormat(format).toBuffer())?.size).toEqual({
          width,
          height,
        })
      }
    },
  )

  it('reads the lossless and the extended WebP as well', async () => {
    const image = sharp({ create: { width: 70, height: 80, channels: 4, background: '#0000' } })
    for (const options of [{ lossless: true }, { lossless: false }])
      expect(readPictureHeader(await image.clone().webp(options).toBuffer())).toMatchObject({
        type: 'webp',
        size: { width: 70, height: 80 },
      })
  })

  it('gives up on any other bytes, without an error and without end', async () => {
    const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123' } })
      .avif()
      .toBuffer()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(300), (bytes, at) => {
        const broken = Buffer.from(avif)
        broken.set(bytes.subarray(0, Math.max(0, broken.length - at)), Math.min(at, broken.length))
        readPictureHeader(broken)
        expect(readPictureHeader(bytes)?.type ?? 'none').toMatch(
          /none|png|jpeg|gif|webp|avif|heic|bmp|tiff/,
        )
      }),
    )
  })
})

describe('recognizing audio and video', () => {
  it.each([
    ['RIFF....WAVEfmt ', 'wav'],
    ['FORM....AIFF', 'aiff'],
    ['FORM....AIFC', 'aiff'],
    ['OggS....', 'ogg'],
    ['fLaC....', 'flac'],
    ['....ftypM4A ', 'm4a'],
    ['ID3.....', 'mp3'],
    ['\u00FF\u00FB\u0090\0', 'mp3'],
    ['\u00FF\u00F1\u0050\0', 'aac'],
    // MPEG 2.5 has no twelfth one, UTF-16 text begins like layer I.
    ['\u00FF\u00E3\u0090\0', 'mp3'],
    ['\u00FF\u00FEh\0', undefined],
    ['something', undefined],
    ['', undefined],
  ])('%j is %s', (bytes, format) => expect(audioFormatOf(latin1(bytes))).toBe(format))

  it.each([
    ['....ftypisom', 'mp4'],
    ['....ftypqt  ', 'mov'],
    ['\u001AE\u00DF\u00A3', 'webm'],
    ['\0\0\u0001\u00BA', 'mpeg'],
    ['\0\0\u0001\u00B3', 'mpeg'],
    ['RIFF....AVI ', undefined],
  ])('%j is %s as video', (bytes, format) => expect(videoFormatOf(latin1(bytes))).toBe(format))

  it('takes no length from a WAV that does not say, and never more than is there', () => {
    expect(readWav(latin1('RIFF....WAVE'))).toBeUndefined()
    expect(readWav(latin1('not a wav at all'))).toBeUndefined()
    const head = Buffer.alloc(44)
    head.write('RIFF....WAVEfmt ')
    head.writeUInt32LE(16, 16)
    head.writeUInt32LE(100, 28)
    head.write('data', 36)
    head.writeUInt32LE(0xffff_ffff, 40)
    expect(readWav(Buffer.concat([head, Buffer.alloc(250)]))?.seconds).toBe(2.5)
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const seconds = readWav(Buffer.concat([latin1('RIFF....WAVE'), bytes]))?.seconds
        expect(seconds === undefined || seconds >= 0).toBe(true)
      }),
    )
  })
})

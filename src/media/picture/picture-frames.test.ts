import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { isAnimated } from './picture-frames.ts'

const [width, pageHeight] = [40, 30]

/** So many pictures above one another, each of another colour. */
function film(pages: number) {
  const data = Buffer.from(
    Array.from(
      { length: width * pageHeight * pages * 3 },
      (_, at) => Math.floor(at / (width * pageHeight * 3)) * 60 + 20,
    ),
  )
  return sharp(data, { raw: { width, height: pageHeight * pages, channels: 3, pageHeight } })
}

describe.each(['gif', 'webp'] as const)('an animated %s', (type) => {
  it('is told from one that stands still', async () => {
    expect(isAnimated(await film(3).toFormat(type).toBuffer(), type)).toBe(true)
    expect(isAnimated(await film(1).toFormat(type).toBuffer(), type)).toBe(false)
  })

  it('that breaks off anywhere is no error', async () => {
    const bytes = await film(3).toFormat(type).toBuffer()
    for (let length = 0; length < bytes.byteLength; length += 7)
      expect(() => isAnimated(bytes.subarray(0, length), type)).not.toThrow()
  })
})

it('an animated PNG has its mark before the pixels', async () => {
  const png = await film(1).png().toBuffer()
  const mark = Buffer.alloc(20)
  mark.writeUInt32BE(8)
  mark.write('acTL', 4, 'latin1')
  expect(isAnimated(png, 'png')).toBe(false)
  expect(isAnimated(Buffer.concat([png.subarray(0, 33), mark, png.subarray(33)]), 'png')).toBe(true)
})

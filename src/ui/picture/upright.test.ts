import sharp from 'sharp'
import { expect, it } from 'vitest'

import { uprightTransform } from './upright.ts'

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'puts every pixel of orientation %d where it belongs',
  async (orientation) => {
    const [width, height] = [3, 2]
    const stored = Buffer.from([0, 1, 2, 3, 4, 5].flatMap((value) => [value, 0, 0]))
    const file = await sharp(stored, { raw: { width, height, channels: 3 } })
      .png()
      .withMetadata({ orientation })
      .toBuffer()
    const wanted = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true })
    const [a, b, c, d, e, f] = uprightTransform(orientation, { width, height })
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5]
      const [toX, toY] = [Math.floor(a * x + c * y + e), Math.floor(b * x + d * y + f)]
      const { channels, width: wide } = wanted.info
      expect(wanted.data[(toY * wide + toX) * channels]).toBe(at)
    }
  },
)

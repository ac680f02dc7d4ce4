import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ASPECT_RATIOS } from '../../../contract/image/edit-request.ts'
import { closestRatio } from '../../../contract/image/image-limits.ts'
import { centered, fitted, longEdgeOf, shapeWithin, sizeOf } from './aspect-ratio.ts'

const side = fc.integer({ min: 1, max: 70_000 })
const size = fc.record({ width: side, height: side })

describe('the closest ratio', () => {
  it.each([
    [1000, 1000, '1:1'],
    [4000, 3000, '3:2'],
    [1920, 1080, '16:9'],
    [3440, 1440, '21:9'],
    [1080, 1920, '9:16'],
    [600, 800, '3:4'],
    [800, 1000, '4:5'],
    [10, 60_000, '9:16'],
    [60_000, 10, '21:9'],
  ])('of %i × %i is %s', (width, height, ratio) => {
    expect(closestRatio({ width, height }, ASPECT_RATIOS)).toBe(ratio)
  })

  it('is one of those that are supported', () => {
    expect(closestRatio({ width: 5, height: 4 }, ['auto', '9:16', '2:3'])).toBe('2:3')
    expect(closestRatio({ width: 5, height: 4 }, ['auto'])).toBeUndefined()
  })
})

it('a result has the long edge of its tier', () => {
  expect(['1K', '2K', '4K'].map(longEdgeOf)).toEqual([1024, 2048, 4096])
  for (const ratio of ASPECT_RATIOS.filter((name) => name !== 'auto')) {
    const { width, height } = sizeOf(ratio, 2048)
    const [across = 0, down = 0] = ratio.split(':').map(Number)
    expect(Math.max(width, height)).toBe(2048)
    expect(Math.abs((width * down) / across - height)).toBeLessThanOrEqual(2)
  }
})

it('a cut lies within the picture, and what is fitted within its frame', () => {
  fc.assert(
    fc.property(size, size, (picture, shape) => {
      const cut = centered(picture, shapeWithin(picture, shape))
      expect(cut.left).toBeGreaterThanOrEqual(0)
      expect(cut.top).toBeGreaterThanOrEqual(0)
      expect(cut.left + cut.width).toBeLessThanOrEqual(picture.width)
      expect(cut.top + cut.height).toBeLessThanOrEqual(picture.height)
      expect(Math.min(cut.width, cut.height)).toBeGreaterThan(0)
      const inner = fitted(picture, shape)
      expect(inner.width).toBeLessThanOrEqual(shape.width)
      expect(inner.height).toBeLessThanOrEqual(shape.height)
    }),
  )
})

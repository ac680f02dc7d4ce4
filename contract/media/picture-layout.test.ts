import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { placePicture } from './picture-layout.ts'

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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { MAX_SCALE, panBy, WHOLE, zoomAt, zoomByKey, type Zoom } from './zoom.ts'

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const place = fc.record({ x: unit, y: unit })
const step = fc.oneof(
  fc.record({ by: fc.double({ min: 0.2, max: 5, noNaN: true }), at: place }),
  fc.record({ right: fc.double({ min: -2, max: 2, noNaN: true }), down: unit }),
)
const view = fc
  .array(step, { maxLength: 8 })
  .map((steps) =>
    steps.reduce<Zoom>(
      (zoom, next) =>
        'by' in next ? zoomAt(zoom, next.by, next.at) : panBy(zoom, next.right, next.down),
      WHOLE,
    ),
  )

describe('zooming', () => {
  it('never shows less than the frame full, nor more than the most', () => {
    fc.assert(
      fc.property(view, ({ scale, x, y }) => {
        expect(scale).toBeGreaterThanOrEqual(1)
        expect(scale).toBeLessThanOrEqual(MAX_SCALE)
        for (const edge of [x, y]) {
          expect(edge).toBeLessThanOrEqual(1e-9)
          expect(edge + scale).toBeGreaterThanOrEqual(1 - 1e-9)
        }
      }),
    )
  })

  it('keeps what is under the pointer there when it enlarges', () => {
    fc.assert(
      fc.property(view, fc.double({ min: 1, max: 3, noNaN: true }), place, (zoom, by, at) => {
        const under = ({ scale, x, y }: Zoom) => [(at.x - x) / scale, (at.y - y) / scale]
        const [x = 0, y = 0] = under(zoomAt(zoom, by, at))
        const [beforeX = 0, beforeY = 0] = under(zoom)
        expect(x).toBeCloseTo(beforeX)
        expect(y).toBeCloseTo(beforeY)
      }),
    )
  })

  it('is undone by the way back and by 0', () => {
    const near = zoomAt(zoomAt(WHOLE, 4), 1 / 4)
    expect(near.scale).toBeCloseTo(1)
    expect(zoomByKey(zoomAt(WHOLE, 4, { x: 0, y: 1 }), '0')).toEqual(WHOLE)
    expect(zoomByKey(WHOLE, 'a')).toBeUndefined()
    expect(zoomByKey(zoomAt(WHOLE, 2), 'ArrowRight')?.x).toBeCloseTo(-0.6)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { NOTICED, paintDifference } from './pixel-difference.ts'

const none = () => ({ pixels: 0, changed: 0, sum: 0, most: 0 })

it('paints black where two pictures are the same, and counts nothing', () => {
  const pixels = fc.uint8Array({ minLength: 4, maxLength: 400 })
  fc.assert(
    fc.property(pixels, (bytes) => {
      const before = new Uint8ClampedArray(bytes.subarray(0, bytes.length - (bytes.length % 4)))
      const count = none()
      const after = before.slice()
      paintDifference(before, after, count)
      expect(count).toEqual({ pixels: before.length / 4, changed: 0, sum: 0, most: 0 })
      expect(before.every((value, at) => value === (at % 4 === 3 ? 255 : 0))).toBe(true)
    }),
  )
})

it('counts what differs enough to be noticed, opacity included', () => {
  const count = none()
  const before = new Uint8ClampedArray([10, 20, 30, 255, 10, 20, 30, 255, 10, 20, 30, 255])
  const after = new Uint8ClampedArray([
    10 + NOTICED,
    20,
    30,
    255,
    10,
    21 + NOTICED,
    30,
    255,
    10,
    20,
    30,
    0,
  ])
  paintDifference(before, after, count)
  expect(count).toEqual({ pixels: 3, changed: 2, sum: NOTICED * 2 + 1 + 255, most: 255 })
})

it('paints what is farther apart lighter', () => {
  const light = Array.from({ length: 256 }, (_, far) => {
    const before = new Uint8ClampedArray([far, 0, 0, 255])
    paintDifference(before, new Uint8ClampedArray([0, 0, 0, 255]), none())
    const [red = 0, green = 0, blue = 0] = before
    return red * 0.3 + green * 0.59 + blue * 0.11
  })
  for (const [at, value] of light.entries())
    if (at > 0) expect(value).toBeGreaterThanOrEqual((light[at - 1] ?? 0) - 0.6)
  expect(light[255]).toBeGreaterThan(200)
})

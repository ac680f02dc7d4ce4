import { expect, test } from 'vitest'

import { closesOnRelease, continueDrag, type Drag } from './sheet.tsx'

test('a sheet that was dragged a third of its way closes, one that was not snaps back', () => {
  expect(closesOnRelease({ distance: 300, size: 700, velocity: 0 })).toBe(true)
  expect(closesOnRelease({ distance: 100, size: 700, velocity: 0 })).toBe(false)
})

test('a flick down closes from anywhere, and a flick up keeps it', () => {
  expect(closesOnRelease({ distance: 20, size: 700, velocity: 1.2 })).toBe(true)
  expect(closesOnRelease({ distance: 500, size: 700, velocity: -1.2 })).toBe(false)
  expect(closesOnRelease({ distance: 0, size: 700, velocity: 1.2 })).toBe(false)
})

test('the speed is that of the last moves', () => {
  const start: Drag = { from: 0, at: 0, atMs: 0, velocity: 0 }
  const moves = [10, 20, 30, 40, 40, 40, 40, 40]
  const drag = moves.reduce(
    (before, at, index) => continueDrag(before, at, 10 * (index + 1)),
    start,
  )
  expect(drag.velocity).toBeLessThan(0.1)
  expect(continueDrag(drag, 60, 90).velocity).toBeGreaterThan(0.5)
  expect(continueDrag(drag, 50, 80).at).toBe(50)
})

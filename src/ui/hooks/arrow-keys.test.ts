import { expect, test } from 'vitest'

import { COLUMN, placeAfter, ROW } from './arrow-keys.ts'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', -1, 0],
  ['ArrowLeft', -1, 2],
  ['Home', 2, 0],
  ['End', -1, 2],
  ['Home', -1, 0],
  ['ArrowDown', 1, undefined],
  ['toString', 1, undefined],
])('%s in a row of three, from %i', (key, at, place) => {
  expect(placeAfter(key, at, 3, { steps: ROW })).toBe(place)
})

test('steps of one go round where that is wanted, longer ones stop at the ends', () => {
  const way = { steps: { ...COLUMN, PageDown: 8 }, isRound: true }
  expect(placeAfter('ArrowDown', 2, 3, way)).toBe(0)
  expect(placeAfter('ArrowUp', 0, 3, way)).toBe(2)
  expect(placeAfter('PageDown', 1, 3, way)).toBe(2)
  expect(placeAfter('ArrowDown', -1, 0, way)).toBeUndefined()
})

import { expect, test } from 'vitest'

import { byDay } from './by-day.ts'

const now = new Date(2026, 10, 20, 9, 30).getTime()
const at = (...parts: [number, number, number, number, number]) => ({
  updatedAt: new Date(...parts).getTime(),
})

test('parts at local midnight and keeps the order', () => {
  const [first, second, third] = [
    at(2026, 10, 20, 9, 0),
    at(2026, 10, 20, 0, 0),
    at(2026, 10, 19, 23, 59),
  ]
  expect(byDay([first, second, third], now)).toEqual([
    { day: 'Today', items: [first, second] },
    { day: 'Earlier', items: [third] },
  ])
})

test('leaves out a part with nothing in it', () => {
  expect(byDay([], now)).toEqual([])
})

import { expect, test } from 'vitest'

import { byDay } from './by-day.ts'

const now = new Date(2026, 10, 20, 9, 30).getTime()
const at = (...parts: [number, number, number, number, number]) => ({
  updatedAt: new Date(...parts).getTime(),
})

test('parts at local midnight and keeps the order', () => {
  const items = [
    at(2026, 10, 20, 9, 0),
    at(2026, 10, 20, 0, 0),
    at(2026, 10, 19, 23, 59),
    at(2026, 10, 19, 0, 0),
    at(2026, 10, 16, 23, 59),
    at(2025, 10, 20, 9, 0),
  ]
  expect(byDay(items, now)).toEqual([
    { day: 'Today', items: items.slice(0, 2) },
    { day: 'Yesterday', items: items.slice(2, 4) },
    { day: 'Mon 16 Nov', items: items.slice(4, 5) },
    { day: '20 Nov 2025', items: items.slice(5) },
  ])
})

test('gives nothing for nothing', () => {
  expect(byDay([], now)).toEqual([])
})

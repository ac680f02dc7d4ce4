import { expect, it } from 'vitest'

import { levelsToOpen } from './json-view.tsx'

it('behavior: opens as many levels as asked for where the value is small', () => {
  expect(levelsToOpen({ choices: [{ message: { content: 'Hello' } }] }, 5)).toBe(5)
  expect(levelsToOpen('text', 5)).toBe(5)
})

it('behavior: opens fewer levels of a value with many entries', () => {
  const wide = (levels: number): unknown =>
    levels === 0 ? 1 : Array.from({ length: 100 }, () => wide(levels - 1))
  expect(levelsToOpen(wide(3), 6)).toBe(1)
  expect(levelsToOpen({ a: wide(2) }, 6)).toBe(2)
})

it('behavior: opens fewer levels of a value with long texts or names', () => {
  const long = 'x'.repeat(5000)
  const texts = Array.from({ length: 60 }, () => ({ text: long }))
  expect(levelsToOpen(texts, 6)).toBe(1)
  const names = Object.fromEntries(
    Array.from({ length: 99 }, (_, at) => [at + long, { [long]: 1 }]),
  )
  expect(levelsToOpen([names, names, names, names, names, names], 6)).toBe(1)
})

it('behavior: keeps the first level open whatever it holds', () => {
  const texts = Array.from({ length: 100 }, () => 'x'.repeat(5000))
  expect(levelsToOpen(texts, 2)).toBe(1)
})

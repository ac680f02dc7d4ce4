import { expect, test } from 'vitest'

import { EMPTY_STRIP, growStrip } from './live-strip.ts'

const event = (at: number, data = '{"choices":[]}') => ({ at, data })
const CALL = '{"choices":[{"delta":{"tool_calls":[{"index":0}]}}]}'

/** Where a strip has ticks. */
const ticks = (strip: string) => strip.split('').flatMap((tick, at) => (tick === '.' ? [] : [at]))

test('behavior: ticks come from the left, and those that are there stay where they are', () => {
  const events = [event(60), event(1000)]
  const early = growStrip(EMPTY_STRIP, events, 1)
  expect(ticks(early.strip)).toEqual([1])
  expect(ticks(growStrip(early, events, 2).strip)).toEqual([1, 20])
})

test('nothing new changes nothing', () => {
  const events = [event(60)]
  const strip = growStrip(EMPTY_STRIP, events, 1)
  expect(growStrip(strip, events, 1)).toBe(strip)
})

test('behavior: when it is full, two columns become one, as often as needed', () => {
  const events = [event(0), event(2999), event(3000), event(24_000)]
  const full = growStrip(EMPTY_STRIP, events, 2)
  expect(ticks(full.strip)).toEqual([0, 59])
  expect(ticks(growStrip(full, events, 3).strip)).toEqual([0, 29, 30])
  const wide = growStrip(full, events, 4)
  expect(wide).toMatchObject({ unit: 800, read: 4 })
  expect(ticks(wide.strip)).toEqual([0, 3, 30])
  expect(wide.strip).toHaveLength(60)
})

test('a tool call stays told apart, also when columns become one', () => {
  const events = [event(10, CALL), event(60), event(65, CALL), event(3000)]
  const strip = growStrip(EMPTY_STRIP, events, 3)
  expect(strip.strip.startsWith('||.')).toBe(true)
  expect(growStrip(strip, events, 4).strip.startsWith('|..')).toBe(true)
})

import { expect, test } from 'vitest'

import { createStreamClocks, SILENCE_LIMITS } from './stream-clocks.ts'

/** Checks once a second, as the page does, and gives the first verdict that is not `alive`. */
function firstVerdict(
  events: (second: number, clocks: ReturnType<typeof createStreamClocks>) => void,
) {
  const clocks = createStreamClocks(0)
  for (let second = 1; second <= 600; second += 1) {
    events(second, clocks)
    const verdict = clocks.check(second * 1000)
    if (verdict !== 'alive') return { verdict, second }
  }
  return undefined
}

test('no first byte within its limit is a stall', () => {
  expect(firstVerdict(() => {})).toEqual({
    verdict: 'stalled',
    second: SILENCE_LIMITS.firstByte / 1000 + 1,
  })
})

test('silence after bytes is a stall', () => {
  const end = firstVerdict((second, clocks) => {
    if (second <= 5) {
      clocks.bytes(second * 1000)
      clocks.progress(second * 1000)
    }
  })
  expect(end).toEqual({ verdict: 'stalled', second: 26 })
})

test('keep-alives without data are told first and given up later', () => {
  const verdicts: string[] = []
  const clocks = createStreamClocks(0)
  for (let second = 1; second <= 200; second += 1) {
    clocks.bytes(second * 1000)
    verdicts.push(clocks.check(second * 1000))
  }
  expect(verdicts.indexOf('quiet') + 1).toBe(61)
  expect(verdicts.indexOf('stalled') + 1).toBe(181)
})

test('a slow but steady stream is never given up', () => {
  expect(
    firstVerdict((second, clocks) => {
      if (second % 15 !== 0) return
      clocks.bytes(second * 1000)
      clocks.progress(second * 1000)
    }),
  ).toBeUndefined()
})

test('a page that slept does not blame the stream', () => {
  const clocks = createStreamClocks(0)
  clocks.bytes(1000)
  clocks.progress(1000)
  expect(clocks.check(1000)).toBe('alive')
  expect(clocks.check(3_600_000)).toBe('alive')
  expect(clocks.check(3_601_000)).toBe('alive')
})

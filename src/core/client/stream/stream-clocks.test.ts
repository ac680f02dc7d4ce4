import { describe, expect, test } from 'vitest'

import { createStreamClocks, SILENCE_LIMITS, tickStrip } from './stream-clocks.ts'

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

const event = (at: number, data = '{"choices":[]}') => ({ at, data })

describe('tickStrip', () => {
  test('a tick stands where an event came, and a gap where nothing did', () => {
    const events = [event(0), event(600), event(1199)]
    const strip = tickStrip({ events, eventCount: 3, timing: { headers: 0, end: 1200 } })
    expect(strip).toHaveLength(60)
    expect((strip ?? '').split('').flatMap((tick, at) => (tick === '.' ? [] : [at]))).toEqual([
      0, 30, 59,
    ])
  })

  test('a tool call or an error is told apart, also among others of its column', () => {
    const events = [
      event(25, '{"choices":[{"delta":{"tool_calls":[{"index":0}]}}]}'),
      event(26),
      event(1200, '{"error":{"message":"cut"}}'),
    ]
    const strip = tickStrip({ events, eventCount: 3, timing: { headers: 5, end: 1200 } })
    expect(strip?.startsWith('.|.')).toBe(true)
    expect(strip?.endsWith('|')).toBe(true)
  })

  test('only events that have arrived count', () => {
    const events = [event(10), event(1200)]
    const strip = tickStrip({ events, eventCount: 1, timing: { headers: 5, end: 1200 } })
    expect(strip?.endsWith('.')).toBe(true)
  })

  test('a response in one piece has a tick for its headers and one for its end', () => {
    const strip = tickStrip({ events: [], eventCount: 0, timing: { headers: 300, end: 1200 } })
    expect(strip?.replaceAll('.', '')).toBe('::')
    expect(strip?.indexOf(':')).toBe(15)
  })

  test('a request without a response has no strip', () => {
    expect(tickStrip({ events: [], eventCount: 0, timing: { end: 3 } })).toBeUndefined()
    expect(tickStrip({ events: [], eventCount: 0, timing: { headers: 3 } })).toBeUndefined()
  })
})

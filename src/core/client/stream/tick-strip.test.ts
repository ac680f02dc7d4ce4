import { describe, expect, test } from 'vitest'

import { tickStrip } from './tick-strip.ts'

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

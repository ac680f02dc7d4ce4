import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyCharacter } from '../../../../service/testing/fuzz/arbitraries.ts'
import type { StreamEventRecord } from '../../client/exchanges/exchange.ts'
import {
  eventError,
  eventPreview,
  newestWindow,
  streamSummary,
  streamText,
  timelinePath,
  WINDOW,
  windowFrom,
} from './stream-summary.ts'

const anyEvents = fc
  .array(fc.record({ gap: fc.nat(500), data: fc.string({ unit: anyCharacter }) }))
  .map((list) => {
    let at = 0
    return list.map(({ gap, data }): StreamEventRecord => ({ at: (at += gap), data }))
  })

describe('streamSummary', () => {
  it('counts bytes, gaps and errors', () => {
    const events = [
      { at: 300, data: '{"choices":[]}' },
      { at: 310, data: '"é"' },
      { at: 900, data: '{"error":{"message":"Overloaded"}}' },
    ]
    expect(streamSummary(events, 3)).toEqual({
      count: 3,
      bytes: 14 + 4 + 34,
      firstAt: 300,
      lastAt: 900,
      longestGap: { ms: 590, index: 2 },
      errors: 1,
    })
  })

  it('gives the same for a list that grows as for the whole', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), (events, at) => {
        const part = events.length === 0 ? 0 : at % events.length
        const growing = events.slice(0, part)
        streamSummary(growing, part)
        for (const event of events.slice(part)) growing.push(event)
        expect(streamSummary(growing, events.length)).toEqual(
          streamSummary([...events], events.length),
        )
      }),
    )
  })
})

describe('eventError', () => {
  it.each([
    ['{"error":{"message":"Busy"}}', undefined, 'Busy'],
    ['boom', 'error', 'boom'],
    ['{"choices":[{"delta":{"content":"\\"error\\""}}]}', undefined, undefined],
    ['{"error":null}', undefined, undefined],
    ['[DONE]', undefined, undefined],
  ])('reads %s', (data, event, expected) => {
    expect(eventError({ at: 0, data, ...(event === undefined ? {} : { event }) })).toBe(expected)
  })
})

describe('eventPreview', () => {
  const chunk = (more: object) => ({
    at: 0,
    data: JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', ...more }),
  })
  const choice = (more: object, index = 0) => chunk({ choices: [{ index, ...more }] })

  it.each<[string, StreamEventRecord]>([
    ['content " Hi"', choice({ delta: { content: ' Hi' }, finish_reason: null })],
    ['[1] content "x"', choice({ delta: { content: 'x' } }, 1)],
    ['finish_reason "stop"', choice({ delta: {}, finish_reason: 'stop' })],
    ['usage {"total_tokens":3}', chunk({ choices: [], usage: { total_tokens: 3 } })],
    ['[DONE]', { at: 0, data: '[DONE]' }],
    ['error: {"a":1}', { at: 0, event: 'error', data: '{"a":1}' }],
  ])('shows %s', (expected, event) => {
    expect(eventPreview(event)).toBe(expected)
  })

  it('never goes over 80 characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (content) => {
        expect(eventPreview(choice({ delta: { content } })).length).toBeLessThanOrEqual(80)
        expect(eventPreview({ at: 0, data: content }).length).toBeLessThanOrEqual(80)
      }),
    )
  })
})

describe('streamText', () => {
  it('writes events as they stood on the wire', () => {
    const events = [
      { at: 0, data: 'a\nb' },
      { at: 0, event: 'error', data: '{}' },
    ]
    expect(streamText(events, 2, Infinity)).toBe('data: a\ndata: b\n\nevent: error\ndata: {}\n\n')
  })

  it('gives the beginning of the whole when limited', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(200), (events, limit) => {
        const whole = streamText(events, events.length, Infinity)
        expect(streamText(events, events.length, limit)).toBe(whole.slice(0, limit))
      }),
    )
  })
})

describe('windows of events', () => {
  it('never hold more than the most rows and always hold the newest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (count) => {
        const { start, end } = newestWindow(count)
        expect(end).toBe(count)
        expect(end - start).toBeLessThanOrEqual(WINDOW)
        expect(start).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('can begin anywhere inside the list', () => {
    expect(windowFrom(-50, 1000)).toEqual({ start: 0, end: 200 })
    expect(windowFrom(900, 1000)).toEqual({ start: 900, end: 1000 })
    expect(windowFrom(5, 0)).toEqual({ start: 0, end: 0 })
  })
})

describe('timelinePath', () => {
  it('draws one tick per event', () => {
    const events = [
      { at: 0, data: '' },
      { at: 50, data: '' },
      { at: 100, data: '' },
    ]
    expect(timelinePath(events, 3, { endMs: 100, width: 1000, height: 30 })).toBe(
      'M0 0V30M500 0V30M1000 0V30',
    )
  })

  it('draws columns for many events, and is as short for a hundred thousand as for a thousand', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({ at, data: '' }))
    const path = timelinePath(many, many.length, { endMs: many.length, width: 1000, height: 30 })
    expect(path.match(/M/g)).toHaveLength(200)
  })
})

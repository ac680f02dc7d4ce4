import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import type { StreamEventRecord } from '../../client/exchanges/exchange.ts'
import { withEvents } from '../../client/stream/answer-events.ts'
import { answerReplay, eventKind, filterEvents } from './event-kind.ts'

function chunk(delta: object, more: object = {}): string {
  return JSON.stringify({ id: 'c', choices: [{ index: 0, delta, ...more }] })
}

const record = (data: string, at = 0): StreamEventRecord => ({ at, data })

describe('eventKind', () => {
  it.each([
    ['text', chunk({ content: 'Hi' })],
    ['reasoning', chunk({ reasoning_content: 'So' })],
    ['tool call', chunk({ tool_calls: [{ index: 0, function: { name: 'f' } }] })],
    ['finish', chunk({}, { finish_reason: 'stop' })],
    ['usage', '{"choices":[],"usage":{"total_tokens":3}}'],
    ['error', '{"error":{"message":"broken"}}'],
    ['sources', '{"choices":[],"acme_parameters":{"web_search_citations":[{"title":"t"}]}}'],
    ['end', '[DONE]'],
    ['other', chunk({ role: 'assistant', content: '' })],
    ['other', 'not json'],
  ] as const)('knows %s', (kind, data) => {
    expect(eventKind(record(data))).toBe(kind)
  })
})

describe('filterEvents', () => {
  it('gives every event without a filter, and only those that hold the text with one', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ maxLength: 3 }), (texts, text) => {
        const events = texts.map((data) => record(data))
        const all = filterEvents(events, events.length, {
          text: '',
          kind: undefined,
          providerName: 'vendor',
        })
        expect(all).toEqual(texts.map((_, index) => index))
        const sought = text.trim().toLowerCase()
        expect(
          filterEvents(events, events.length, { text, kind: undefined, providerName: 'vendor' }),
        ).toEqual(all.filter((index) => (texts[index] ?? '').toLowerCase().includes(sought)))
      }),
    )
  })

  it('keeps to one kind', () => {
    const events = [chunk({ content: 'a' }), '[DONE]', chunk({ content: 'b' })].map((data) =>
      record(data),
    )
    expect(filterEvents(events, 3, { text: '', kind: 'text', providerName: 'vendor' })).toEqual([
      0, 2,
    ])
    expect(filterEvents(events, 1, { text: '', kind: 'text', providerName: 'vendor' })).toEqual([0])
  })
})

describe('answerReplay', () => {
  const events = Array.from({ length: 650 }, (_, index) =>
    record(chunk({ content: `${index} ` }), index),
  )
  const context = { providerName: 'vendor', nowMs: 0 }
  const at = (count: number) => withEvents(emptyAnswer, events.slice(0, count), context).answer

  it('shows the answer as it stood, wherever one jumps', () => {
    const replay = answerReplay({ events, providerName: 'vendor', headers: [] })
    fc.assert(
      fc.property(fc.array(fc.nat(700), { maxLength: 6 }), (jumps) => {
        for (const count of jumps)
          expect(replay(count).answer).toEqual(at(Math.min(count, events.length)))
      }),
      { numRuns: 20 },
    )
  })

  it('stays as it was after an error in the stream, and says what the error was', () => {
    const replay = answerReplay({
      events: [record(chunk({ content: 'a' })), record('{"error":{"message":"broken"}}')],
      providerName: 'vendor',
      headers: [],
    })
    expect(replay(1).failure).toBeUndefined()
    expect(replay(2)).toMatchObject({ failure: 'broken' })
    expect(replay(2).answer.choices[0]?.content).toBe('a')
  })
})

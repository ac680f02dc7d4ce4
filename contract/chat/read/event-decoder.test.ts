import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createEventDecoder, EventTooLargeError, type ServerEvent } from './event-decoder.ts'

const encoder = new TextEncoder()

const lines = [
  ': a comment',
  'data: {"a":"é😀\u2028"}',
  '',
  'event: error',
  'data: first',
  'data: second',
  '',
  'id: 7',
  'retry: 3000',
  'data:no space',
  '',
  'data: [DONE]',
  '',
  '',
]

const expected: ServerEvent[] = [
  { data: '{"a":"é😀\u2028"}' },
  { event: 'error', data: 'first\nsecond' },
  { data: 'no space' },
  { data: '[DONE]' },
]

const encodings = ['\n', '\r\n', '\r'].flatMap((end) =>
  ['', '\uFEFF'].map((bom) => encoder.encode(bom + lines.join(end))),
)

function decode(pieces: Uint8Array[]): ServerEvent[] {
  const decoder = createEventDecoder()
  return [...pieces.flatMap((piece) => decoder.decode(piece)), ...decoder.end().events]
}

test('every split in two gives the same events, in every encoding', () => {
  for (const bytes of encodings)
    for (let at = 0; at <= bytes.length; at += 1)
      expect(decode([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected)
})

test('every split in three gives the same events', () => {
  for (const bytes of encodings)
    for (let a = 0; a <= bytes.length; a += 1)
      for (let b = a; b <= bytes.length; b += 5)
        expect(decode([bytes.subarray(0, a), bytes.subarray(a, b), bytes.subarray(b)])).toEqual(
          expected,
        )
})

test('any chunking of a long stream gives the same events', () => {
  const events = Array.from({ length: 60 }, (_, i) => ({
    data: JSON.stringify({ i, text: '→𝕏\n'.repeat(i % 7) }),
  }))
  const bytes = encoder.encode(events.map(({ data }) => `data: ${data}\n\n`).join(''))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 40 }), (cuts) => {
      const marks = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const pieces = marks.slice(1).map((end, i) => bytes.subarray(marks[i], end))
      expect(decode(pieces)).toEqual(events)
    }),
  )
})

test('an event whose closing blank line is missing is given at the end', () => {
  expect(decode([encoder.encode('data: {"last":true}')])).toEqual([{ data: '{"last":true}' }])
})

test('an event beyond the cap is refused', () => {
  const decoder = createEventDecoder()
  const piece = encoder.encode('x'.repeat(1024 * 1024))
  decoder.decode(encoder.encode('data: '))
  expect(() => {
    for (let i = 0; i < 9; i += 1) decoder.decode(piece)
  }).toThrow(EventTooLargeError)
})

test('events behind a warning are events, and a body without any is given back whole', () => {
  expect(decode([encoder.encode('Warning: late\ndata: {"a":1}\n\n')])).toContainEqual({
    data: '{"a":1}',
  })
  const decoder = createEventDecoder()
  decoder.decode(encoder.encode(' {"a":'))
  decoder.decode(encoder.encode('1}'))
  expect(decoder.end()).toEqual({ events: [], whole: ' {"a":1}' })
})

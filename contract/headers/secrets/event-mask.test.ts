import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createEventMask } from './event-mask.ts'

const KEY = 'sk-3kTbXc9QvLm2Zp7RwYd5HsNf8GjAe4Ux'

const event = (delta: object, index = 0) =>
  JSON.stringify({ id: 'c', choices: [{ index, delta, finish_reason: null }] })

/** What a text is after it came in pieces of these sizes. */
function masked(text: string, sizes: readonly number[]): string {
  const mask = createEventMask([KEY])
  let received = ''
  for (let at = 0, cut = 0; at < text.length; cut += 1) {
    const size = Math.max(1, sizes[cut % sizes.length] ?? 1)
    const { choices } = JSON.parse(mask(event({ content: text.slice(at, at + size) })))
    received += choices[0].delta.content
    at += size
  }
  return received
}

test.each([[[1]], [[3]], [[7, 1]], [[20]], [[34]]])(
  'behavior: a key that comes in pieces of %j is masked once it is certain',
  (sizes) => {
    const text = masked(`Your key is ${KEY}, and ${KEY}.`, sizes)
    expect(text).not.toContain(KEY.slice(0, 17))
    expect(text).not.toContain(KEY.slice(-4))
    expect(text).toMatch(/^Your key is .*<redacted 35 chars>, and .*<redacted 35 chars>\.$/)
  },
)

test('property: wherever a text is cut, the key is not in it, and what is no key stays', () => {
  const word = fc.constantFrom(
    KEY,
    KEY.slice(0, 10),
    KEY.slice(0, 20),
    KEY.slice(5),
    's',
    'sk-',
    ' ',
    'a',
  )
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 33 }), { minLength: 1 }),
      (words, sizes) => {
        const text = words.join('')
        const received = masked(text, sizes)
        expect(received).not.toContain(KEY)
        if (!text.includes(KEY.slice(0, 16))) expect(received).toBe(text)
      },
    ),
    { numRuns: 1000 },
  )
})

test('behavior: an event without any of a key stays exactly as it came', () => {
  const mask = createEventMask([KEY])
  const data = '{ "choices": [ {"index":0, "delta":{"content":"a sk-3kTb" }} ], "x": 1e3 }'
  for (const one of [data, data, '[DONE]', 'no JSON', '{"choices":[null,{"delta":7}]}'])
    expect(mask(one)).toBe(one)
})

test('behavior: choices, reasoning and tool calls are texts of their own', () => {
  const mask = createEventMask([KEY])
  const [first, second] = [KEY.slice(0, 20), KEY.slice(20)]
  const deltas = (piece: string) => [
    event({ content: piece }, 0),
    event({ content: piece }, 1),
    event({ reasoning_content: piece }, 0),
    event({ tool_calls: [{ index: 0, function: { arguments: piece } }] }, 0),
    event({ tool_calls: [{ index: 1, function: { arguments: piece } }] }, 0),
  ]
  const received = [...deltas(first), ...deltas(second)].map(mask)
  expect(received.join()).not.toContain(first)
  expect(received.join()).not.toContain(second)
  // Pieces of different texts are not one.
  const other = createEventMask([KEY])
  const apart = [event({ content: KEY.slice(0, 12) }, 0), event({ content: KEY.slice(12) }, 1)]
  expect(apart.map(other)).toEqual(apart)
})

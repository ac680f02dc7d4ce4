import fc from 'fast-check'
import { expect, it } from 'vitest'

import { redactEvents } from './redact-json.ts'
import { redactSecretShapes } from './secret-mask.ts'

const KEY = 'sk-abcdefghijklmnopqrstuvwxyz0123'
const event = (content: string, index = 0) =>
  JSON.stringify({ id: 'chatcmpl-1', choices: [{ index, delta: { content } }] })
const textOf = (data: string) => JSON.parse(data).choices[0].delta.content as string

it('behavior: finds a secret wherever its text is split, and leaves the rest as it was', () => {
  const splits = fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 12 })
  fc.assert(
    fc.property(splits, (places) => {
      const text = `Before: ${KEY} and after.`
      const cuts = [0, ...places.toSorted((a, b) => a - b), text.length]
      const pieces = cuts.slice(1).map((end, at) => text.slice(cuts[at], end))
      const clean = redactEvents(
        pieces.map((piece) => event(piece)),
        redactSecretShapes,
      )
      expect(clean).toHaveLength(pieces.length)
      expect(clean.map(textOf).join('')).toBe(redactSecretShapes(text))
    }),
  )
})

it('behavior: keeps the text of each choice apart', () => {
  const halves = [KEY.slice(0, 9), KEY.slice(9)]
  const clean = redactEvents(
    [event(halves[0] ?? '', 0), event('Hello ', 1), event(halves[1] ?? '', 0), event('world', 1)],
    redactSecretShapes,
  )
  expect(clean.map(textOf).join('')).not.toContain(KEY.slice(9))
  expect([clean[1], clean[3]]).toEqual([event('Hello ', 1), event('world', 1)])
})

it('returns what has nothing to replace to the byte, and lengths where lengths are wanted', () => {
  const data = ['{ "choices": [] }', '[DONE]', 'ping', event('a')]
  expect(redactEvents(data, redactSecretShapes)).toEqual(data)
  const lengths = redactEvents([event('abc'), event('de')], (text) => `<${text.length} chars>`)
  expect(lengths.map(textOf)).toEqual(['<3 chars>', '<2 chars>'])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { mapTexts, pieceMask } from './event-mask.ts'
import { redactSecretShapes, secretMask } from './secret-mask.ts'

const KEY = 'gsk/3k-TbX+c9QvLm2Zp7RwYd5HsNf8Gj=='
const mask = secretMask([KEY])
const hex = (character: string) => character.charCodeAt(0).toString(16)

/** Each way in which one character is written somewhere. */
const WAYS: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `\\u00${hex(character)}`,
  (character) => `\\u00${hex(character).toUpperCase()}`,
  (character) => `\\\\u00${hex(character)}`,
  (character) => `\\x${hex(character)}`,
  (character) => `%${hex(character)}`,
  (character) => `%${hex(character).toUpperCase()}`,
  (character) => `&#x${hex(character)};`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => (/\w/.test(character) ? character : `\\${character}`),
]
const spelling = fc
  .array(fc.nat(WAYS.length - 1), { minLength: KEY.length, maxLength: KEY.length })
  .map((ways) => Array.from(KEY, (character, at) => WAYS[ways[at] ?? 0]?.(character)).join(''))

it('property: a secret is masked however its characters are written, and the rest stays', () => {
  const words = fc.string({ unit: fc.constantFrom('a', '\\n', '\\"', '%', '&', '&#', ' ', '"') })
  fc.assert(
    fc.property(words, spelling, words, (before, key, after) => {
      expect(mask(`${before} ${key} ${after}`)).toBe(`${before} <redacted 35 chars> ${after}`)
    }),
    { numRuns: 1000 },
  )
})

it('property: a secret that comes in pieces is masked however its characters are written', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 })
  fc.assert(
    fc.property(spelling, sizes, (key, lengths) => {
      const text = `It is ${key} and ${key}.`
      const { next } = pieceMask(KEY)
      let shown = ''
      for (let at = 0, cut = 0; at < text.length; cut += 1) {
        const end = at + (lengths[cut % lengths.length] ?? 1)
        shown += next(text.slice(at, end))
        at = end
      }
      const written = (from: number) => key.slice(from)
      expect(shown).not.toContain(written(-8))
      expect(shown).toMatch(/^It is .*<redacted 35 chars> and .*<redacted 35 chars>\.$/)
    }),
    { numRuns: 1000 },
  )
})

it('finds a secret that looks as if its characters were written in another way', () => {
  for (const secret of ['ab%41cd%2Fef', 'pass\\u0041word', 'a"b\\c/d e'])
    for (const text of [secret, JSON.stringify({ secret }), encodeURIComponent(secret)])
      expect(secretMask([secret])(text)).toContain('<redacted ')
})

it('changes the texts and the names of members, and returns a value without any as it is', () => {
  const value = { a: [`x ${KEY}`, 1, null, { [KEY]: true }], b: 'plain' }
  expect(mapTexts(value, mask)).toEqual({
    a: ['x <redacted 35 chars>', 1, null, { '<redacted 35 chars>': true }],
    b: 'plain',
  })
  const other = { a: ['x', { b: 'y' }], ['__proto__']: 'z' }
  expect(mapTexts(other, mask)).toBe(other)
})

it.each(['\\', '\\u', '\\u0067', '%', '&#', '&#x', 'gsk/', '\\/', 'gsk\\/3k'])(
  'takes time that grows with the length alone: %s',
  (piece) => {
    const time = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length))
      const from = performance.now()
      mask(text)
      pieceMask(KEY).next(text)
      return performance.now() - from
    }
    time(50_000)
    expect(time(200_000)).toBeLessThan(3_000)
  },
)

it.each(['What is a bearer token?', 'Bearer tokens, and bearer authentication.'])(
  'leaves the words alone: %s',
  (text) => {
    expect(redactSecretShapes(text)).toBe(text)
  },
)

it.each(['Bearer abc', 'Bearer token-abc', 'Bearer token.abc', 'Bearer tokenabc'])(
  'takes a short credential: %s',
  (text) => {
    expect(redactSecretShapes(text)).toMatch(/^<redacted \d+ chars>$/)
  },
)

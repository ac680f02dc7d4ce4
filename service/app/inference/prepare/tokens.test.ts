import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { countTokens, firstTokens, MAX_CHARACTERS_PER_TOKEN, tokenize } from './tokens.ts'

describe('the token rule', () => {
  it('cuts words into pieces of four, each with the space before it', () => {
    expect(tokenize('Hello big world!')).toEqual(['Hell', 'o', ' big', ' worl', 'd', '!'])
    expect(tokenize('a  b\n\nc')).toEqual(['a', ' ', ' b', '\n\n', 'c'])
    expect(tokenize('')).toEqual([])
  })

  it('loses nothing, counts what it cuts, and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const tokens = tokenize(text)
        expect(tokens.join('')).toBe(text)
        expect(countTokens(text)).toBe(tokens.length)
        expect(Math.max(0, ...tokens.map(({ length }) => length))).toBeLessThanOrEqual(
          MAX_CHARACTERS_PER_TOKEN,
        )
        expect(tokens.every((token) => token.length >= 1 && !/^\p{Cs}|\p{Cs}$/u.test(token))).toBe(
          true,
        )
      }),
    )
  })

  it('cuts a prefix of exactly so many tokens', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.nat(60), (text, limit) => {
        const prefix = firstTokens(text, limit)
        expect(text.startsWith(prefix)).toBe(true)
        expect(prefix).toBe(tokenize(text).slice(0, limit).join(''))
      }),
    )
  })
})

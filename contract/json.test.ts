import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { MAX_JSON_DEPTH, parseJson, readJson } from './json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('parseJson', () => {
  it('behavior: reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('behavior: refuses a text that is not JSON', () => {
    expect(() => parseJson('{"a"')).toThrow(SyntaxError)
  })

  it('behavior: reads down to the limit and refuses what is nested deeper', () => {
    expect(parseJson(nested(MAX_JSON_DEPTH))).toBeInstanceOf(Array)
    expect(() => parseJson(nested(MAX_JSON_DEPTH + 1))).toThrow(RangeError)
    expect(readJson(`{"a":${'{"b":'.repeat(6000)}1${'}'.repeat(6001)}`)).toBeUndefined()
  })

  it('behavior: does not count brackets within strings', () => {
    const text = JSON.stringify([`"\\${'[{'.repeat(5000)}\\"`, { '[[': '{' }])
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it('behavior: reads a string of many megabytes', () => {
    const text = JSON.stringify({ image: 'a\n'.repeat(4_000_000) })
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })
})

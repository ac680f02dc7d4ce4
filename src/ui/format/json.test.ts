import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatJson, jsonToCopy, MAX_DRAWN_CHARACTERS } from './json.ts'

const nested = (depth: number) => '{"a":['.repeat(depth) + ']}'.repeat(depth)

describe('formatJson', () => {
  it('behavior: indents as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(formatJson(text, Infinity)).toBe(JSON.stringify(JSON.parse(text), null, 2))
      }),
    )
  })

  it('behavior: leaves every token as it came', () => {
    expect(formatJson('{"id":12345678901234567890,"id":1.0,"s":"\\u0041 , \\" ["}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "id": 1.0,\n  "s": "\\u0041 , \\" ["\n}',
    )
  })

  it('behavior: gives at most 200,000 characters, however deep or long the text', () => {
    for (const depth of [60, 4000, 1_000_000]) {
      const text = formatJson(nested(depth))
      expect(text.length).toBeLessThanOrEqual(MAX_DRAWN_CHARACTERS)
      expect(text.startsWith('{\n  "a": [\n    {')).toBe(true)
    }
    expect(formatJson(JSON.stringify(Array(500_000).fill('x')))).toHaveLength(MAX_DRAWN_CHARACTERS)
  })

  it('behavior: grows in proportion to a deep text', () => {
    const growth = (depth: number) => formatJson(nested(depth), Infinity).length / depth
    expect(growth(8000)).toBeLessThan(2 * growth(1000))
    expect(JSON.parse(formatJson(nested(1000), Infinity))).toEqual(JSON.parse(nested(1000)))
  })
})

describe('jsonToCopy', () => {
  it('behavior: gives indented JSON, and one line where indenting would blow it up', () => {
    expect(jsonToCopy({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
    const deep: unknown = JSON.parse(`[${Array(2000).fill(nested(20)).join(',')}]`)
    expect(jsonToCopy(deep)).toBe(JSON.stringify(deep))
  })
})

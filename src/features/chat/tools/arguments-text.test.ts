import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { argumentsText } from './arguments-text.ts'

describe('argumentsText', () => {
  it('indents what it can read', () => {
    expect(argumentsText('{"city": "Zurich",\n "days":2}', 1000)).toBe(
      '{\n  "city": "Zurich",\n  "days": 2\n}',
    )
  })

  it('keeps numbers and members as they came', () => {
    expect(argumentsText('{"id":12345678901234567890,"a":1.0,"a":2}', 1000)).toBe(
      '{\n  "id": 12345678901234567890,\n  "a": 1.0,\n  "a": 2\n}',
    )
  })

  it.each(['{"a', '', '[object]', '{"city":"Zurich" "days":2}'])('shows %j as it came', (text) => {
    expect(argumentsText(text, 1000)).toBe(text)
  })

  it('never changes what the arguments say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.parse(argumentsText(text, Infinity))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('behavior: gives no more than is drawn of arguments nested thousands deep', () => {
    for (const depth of [4000, 6000, 100_000]) {
      const text = '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
      expect(argumentsText(text, 20_000).length).toBeLessThanOrEqual(20_000)
    }
  })
})

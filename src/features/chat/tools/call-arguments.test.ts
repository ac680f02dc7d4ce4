import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { argumentsText, readArguments } from './call-arguments.ts'

describe('readArguments', () => {
  it('reads JSON, and takes no arguments for an empty object', () => {
    expect(readArguments('{"a":[1,"b"]}')).toEqual({ ok: true, value: { a: [1, 'b'] } })
    expect(readArguments('')).toEqual({ ok: true, value: {} })
  })

  it('says why a text is no JSON', () => {
    expect(readArguments('{"city": "Zu')).toMatchObject({ ok: false, problem: /JSON|string/i })
  })

  it('changes nothing global for a hostile name', () => {
    readArguments('{"__proto__":{"polluted":true}}')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('argumentsText', () => {
  it('indents what it can read', () => {
    expect(argumentsText('{"city": "Zurich",\n "days":2}')).toBe(
      '{\n  "city": "Zurich",\n  "days": 2\n}',
    )
  })

  it.each(['{"id":12345678901234567890}', '{"a":1,"a":2}', '{"a":1.0}', '{"a', '', '[object]'])(
    'shows %j as it came',
    (text) => {
      expect(argumentsText(text)).toBe(text)
    },
  )

  it('never changes what the arguments say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.parse(argumentsText(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is quick for a long text', () => {
    const text = `{"a":"${'x '.repeat(500_000)}`
    expect(argumentsText(text)).toBe(text)
    expect(argumentsText(`${text}"}`)).toContain('\n')
  })
})

import { describe, expect, it } from 'vitest'

import { readArguments } from './call-arguments.ts'

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

  it('says that arguments nested thousands deep are too deep', () => {
    for (const depth of [4000, 6000, 100_000])
      expect(readArguments('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))).toMatchObject({
        ok: false,
        fault: 'depth',
      })
  })
})

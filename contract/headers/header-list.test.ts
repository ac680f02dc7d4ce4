import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { resetTimeMs, retryAfterMs } from './header-list.ts'

const now = 1_795_177_190_000

describe('resetTimeMs', () => {
  it('tells seconds from now, Unix seconds and Unix milliseconds apart by size', () => {
    expect(resetTimeMs('30', now)).toBe(now + 30_000)
    expect(resetTimeMs('0.5', now)).toBe(now + 500)
    expect(resetTimeMs('1795177200', now)).toBe(1_795_177_200_000)
    expect(resetTimeMs('1795177200123', now)).toBe(1_795_177_200_123)
  })

  it('refuses what is no waiting time', () => {
    for (const value of [
      '',
      'NaN',
      '-1',
      'Infinity',
      '1e9',
      '0x10',
      'soon',
      '99999999999999999999',
      undefined,
    ]) {
      expect(resetTimeMs(value, now)).toBeUndefined()
    }
  })

  it('names the same moment in each of the three units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900_000 }), (seconds) => {
        const at = now + seconds * 1000
        expect(resetTimeMs(String(seconds), now)).toBe(at)
        expect(resetTimeMs(String(at / 1000), now)).toBe(at)
        expect(resetTimeMs(String(at), now)).toBe(at)
      }),
    )
  })
})

describe('retryAfterMs', () => {
  it('reads seconds and HTTP dates', () => {
    expect(retryAfterMs('120', now)).toBe(now + 120_000)
    expect(retryAfterMs('Fri, 20 Nov 2026 12:00:00 GMT', now)).toBe(Date.UTC(2026, 10, 20, 12))
  })

  it('refuses negative and unreadable values', () => {
    for (const value of ['-5', 'soon', '', undefined])
      expect(retryAfterMs(value, now)).toBeUndefined()
  })
})

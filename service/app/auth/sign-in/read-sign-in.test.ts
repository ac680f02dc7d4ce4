import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { SignInFields } from '../../../../contract/wallet/sign-in.ts'
import { validateSignInTimes } from './read-sign-in.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const at = (ms: number) => new Date(now + ms).toISOString()

function fields(over: Partial<SignInFields>): SignInFields {
  return {
    domain: 'd',
    address: 'a',
    uri: 'u',
    version: '1',
    chainId: 'eip155:1',
    nonce: 'n',
    issuedAt: at(0),
    ...over,
  }
}

it('accepts exactly from 30 s ahead to five minutes old', () => {
  fc.assert(
    fc.property(fc.integer({ min: -600_000, max: 600_000 }), (offset) => {
      const reason = validateSignInTimes(fields({ issuedAt: at(offset) }), undefined, now)
      const expected =
        offset < -300_000 ? 'EXPIRED' : offset > 30_000 ? 'FUTURE_TIMESTAMP' : undefined
      expect(reason).toBe(expected)
    }),
  )
})

it('enforces the other times at their very millisecond', () => {
  expect(validateSignInTimes(fields({ expirationTime: at(0) }), undefined, now)).toBe('EXPIRED')
  expect(validateSignInTimes(fields({ expirationTime: at(1) }), undefined, now)).toBeUndefined()
  expect(validateSignInTimes(fields({ notBefore: at(1) }), undefined, now)).toBe('NOT_BEFORE')
  expect(validateSignInTimes(fields({ notBefore: at(0) }), undefined, now)).toBeUndefined()
  expect(validateSignInTimes(fields({}), now + 30_000, now)).toBeUndefined()
  expect(validateSignInTimes(fields({}), now - 30_001, now)).toBe('TIMESTAMP_MISMATCH')
  expect(validateSignInTimes(fields({}), Number.NaN, now)).toBe('TIMESTAMP_MISMATCH')
})

it('reads ISO 8601 and nothing that merely looks like a time', () => {
  for (const issuedAt of ['2026', 'Fri, 20 Nov 2026 12:00:00 GMT', '2026-13-20T12:00:00Z', ''])
    expect(validateSignInTimes(fields({ issuedAt }), undefined, now)).toBe('INVALID_MESSAGE')
  const other = fields({ issuedAt: '2026-11-20T13:00:00.123456+01:00' })
  expect(validateSignInTimes(other, undefined, now)).toBeUndefined()
})

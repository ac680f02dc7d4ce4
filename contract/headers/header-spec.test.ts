import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../encoding/bytes.ts'
import { headerSpec, RESPONSE_HEADERS } from './catalogue.ts'
import { type HeaderValue, parseHeader, revisionMs } from './header-spec.ts'

const now = 1_795_177_190_000

function parse(name: string, value: string): HeaderValue | undefined {
  const spec = headerSpec(name)
  return spec && parseHeader(spec, value, now)
}

describe('parseHeader', () => {
  it.each<[string, string, HeaderValue]>([
    ['CF-RAY', '8f1', { kind: 'text', text: '8f1' }],
    ['x-vendor-enhanced-prompt', 'a%20caf%C3%A9', { kind: 'text', text: 'a café' }],
    ['x-vendor-enhanced-prompt', '100% café', { kind: 'text', text: '100% café' }],
    ['x-retry-count', '2', { kind: 'number', number: 2 }],
    ['X-Vendor-Is-Blurred', 'true', { kind: 'boolean', boolean: true }],
    ['x-auth-refreshed', 'False', { kind: 'boolean', boolean: false }],
    ['Date', 'Fri, 20 Nov 2026 12:00:00 GMT', { kind: 'time', atMs: 1_795_176_000_000 }],
    ['x-vendor-timestamp', '2026-11-20T12:00:00.000Z', { kind: 'time', atMs: 1_795_176_000_000 }],
    ['x-vendor-model-deprecation-date', '2026-12-01', { kind: 'time', atMs: 1_796_083_200_000 }],
    ['x-ratelimit-reset-requests', '1795177200', { kind: 'time', atMs: 1_795_177_200_000 }],
    ['x-ratelimit-reset-requests', '1795177200000', { kind: 'time', atMs: 1_795_177_200_000 }],
    ['x-ratelimit-reset-tokens', '12', { kind: 'time', atMs: now + 12_000 }],
    ['retry-after', 'Fri, 20 Nov 2026 12:00:00 GMT', { kind: 'time', atMs: 1_795_176_000_000 }],
    ['x-balance-remaining', '4.230000', { kind: 'money', unit: 'USD', micro: 4_230_000 }],
    ['x-vendor-balance-diem', '100.02', { kind: 'money', unit: 'DIEM', micro: 100_020_000 }],
    [
      'x-vendor-version',
      '20260708.013127',
      { kind: 'time', atMs: Date.UTC(2026, 6, 8, 1, 31, 27) },
    ],
    [
      'payment-response',
      encodeBase64Json({ success: true }),
      { kind: 'json', json: { success: true } },
    ],
    ['x-retry-count', 'NaN', { kind: 'unreadable', text: 'NaN' }],
    ['x-ratelimit-reset-tokens', '-4', { kind: 'unreadable', text: '-4' }],
    ['x-vendor-is-blurred', '1', { kind: 'unreadable', text: '1' }],
    ['payment-required', '{"a":1}', { kind: 'unreadable', text: '{"a":1}' }],
  ])('reads %s: %s', (name, value, expected) => {
    expect(parse(name, value)).toEqual(expected)
  })

  it('never throws and never gives NaN', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RESPONSE_HEADERS), fc.string(), (spec, value) => {
        expect(JSON.stringify(parseHeader(spec, value, now))).not.toContain('null')
      }),
    )
  })
})

describe('revisionMs', () => {
  it('refuses dates that do not exist', () => {
    expect(revisionMs('20260231.000000')).toBeUndefined()
    expect(revisionMs('2026-07-08')).toBeUndefined()
  })
})

describe('RESPONSE_HEADERS', () => {
  it('names every header once', () => {
    const names = RESPONSE_HEADERS.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../../wallet/base64-json.ts'
import { redactHeaders, REQUEST_HEADERS } from './redaction.ts'

const one = (name: string, value: string, provider = 'vendor') =>
  redactHeaders([[name, value]], provider)[0]?.[1]

describe('redactHeaders', () => {
  it('keeps the allow-list under the connection’s provider name', () => {
    expect(one('CF-RAY', '8f1-FRA')).toBe('8f1-FRA')
    expect(one('x-acme-version', '20260708.013127', 'acme')).toBe('20260708.013127')
    expect(one('x-acme-version', 'abc', 'vendor')).toBe('<redacted 3 chars>')
    expect(one('X-RateLimit-Limit-Requests', '75')).toBe('75')
  })

  it('leaves no secret under any request header name, in any letter case', () => {
    const names = REQUEST_HEADERS.filter(({ secret }) => secret).flatMap((spec) => [
      spec.name,
      ...spec.legacyNames,
    ])
    const name = fc
      .constantFrom(...names, 'Cookie', 'Set-Cookie', 'X-Unknown')
      .chain((base) => fc.constantFrom(base, base.toLowerCase(), base.toUpperCase()))
    fc.assert(
      fc.property(name, fc.uuid(), (header, secret) => {
        const value = one(header, `Bearer ${secret}`)
        expect(value).toBe(`<redacted ${secret.length + 7} chars>`)
      }),
    )
  })

  it('removes secrets that ride in allowed headers', () => {
    const key = 'sk-abcdefghijklmnopqrstuvwxyz012345'
    const signature = `0x${'ab'.repeat(65)}`
    const proof = encodeBase64Json({ address: '0x1', signature: 'abc' })
    const solana = '4'.repeat(88)
    for (const secret of [key, signature, proof, solana, 'data:image/png;base64,AAAABBBB']) {
      expect(one('x-vendor-host-name', `before ${secret} after`)).not.toContain(secret)
    }
    expect(one('x-vendor-host-name', 'a data:image/png;base64,AAAA b')).toBe(
      'a data:image/png;<bytes> b',
    )
  })

  it('keeps amount and network of payment options and nothing else', () => {
    const accepts = [
      { scheme: 'exact', network: 'eip155:8453', amount: '5000000', asset: '0xA', payTo: '0xB' },
      { scheme: 'exact', network: 'sk-secret-network', amount: '1', asset: '0xA', payTo: '0xB' },
    ]
    const value = encodeBase64Json({ x402Version: 2, accepts })
    expect(one('PAYMENT-REQUIRED', value)).toBe(
      `<redacted ${value.length} chars> 5000000 on eip155:8453`,
    )
    expect(one('payment-required', 'junk')).toBe('<redacted 4 chars>')
  })
})

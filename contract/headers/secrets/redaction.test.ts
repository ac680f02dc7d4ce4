import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../../encoding/bytes.ts'
import { keysIn, redactHeaders, REQUEST_HEADERS } from './redaction.ts'

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

it.each([
  ['sk-proj-Ab3dEf6hIj9kLmNoPqRs', 'curl -H "Authorization: Bearer sk-proj-Ab3dEf6hIj9kLmNoPqRs"'],
  [
    'gho_16C7e42F292c6912E7710c838347Ae178B4a',
    'my gho_16C7e42F292c6912E7710c838347Ae178B4a is refused',
  ],
  ['gsk_Wq8ZrT2mN4vB6xC8yD0eF2gH', 'use gsk_Wq8ZrT2mN4vB6xC8yD0eF2gH'],
  ['AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6', 'key AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6 here'],
  ['3f2a9c41-77b0-4f6e-9a53-0c1d2e3f4a5b', 'api_key = "3f2a9c41-77b0-4f6e-9a53-0c1d2e3f4a5b"'],
  ['Zx81_kjsdhf8734jhsdf73', 'export VENDOR_API_KEY=Zx81_kjsdhf8734jhsdf73'],
  ['abc0123456789def0123456789', 'authorization: bearer abc0123456789def0123456789'],
])('sees %s', (key, text) => {
  expect(keysIn(text)).toEqual([key])
})

it('sees a private key and signed JSON whole', () => {
  const pem = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----'
  expect(keysIn(`What is wrong with ${pem}?`)).toEqual([pem])
  const token = `eyJ${'hbGciOi'.repeat(8)}.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`
  expect(keysIn(`decode ${token}`)).toEqual([token])
})

it.each([
  'The bearer of internationalization standards pays the toll.',
  'Which key does the monkey token: none?',
  'Explain 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed and its password policy.',
  `Decode this calldata: 0xa9059cbb${'0'.repeat(128)}`,
  `Look up transaction ${'5h3kTr'.repeat(14)}`,
  'token: internationalization-and-localization',
  'task-12-and-then-another-thing-entirely',
  'risk_2024_assessment_of_the_market',
])('leaves alone: %s', (text) => {
  expect(keysIn(text)).toEqual([])
})

it('validates a very long text in time that grows with its length alone', () => {
  for (const piece of ['bearer ', 'key=', 'sk-', '-----BEGIN PRIVATE KEY-----', 'eyJ', 'a1-'])
    expect(keysIn(piece.repeat(50_000)).length).toBeLessThan(3)
})

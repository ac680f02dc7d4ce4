import { describe, expect, it } from 'vitest'

import { readOrigin } from './allowed-api-origins.ts'

describe('an API origin', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com:8443', 'https://api.example.com:8443'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s is taken', (text, origin) => {
    expect(readOrigin(text)).toEqual({ ok: true, origin })
  })

  it.each([
    '',
    'api.example.com',
    'https://',
    'https://api.example.com/v1',
    'https://api.example.com?x',
    'https://user:pass@api.example.com',
    'http://api.example.com',
    'http://127.0.0.1.evil.example',
    'ftp://api.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://*.example.com',
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example https://b.example',
    'https://a.example\nhttps://b.example',
    `https://${'a'.repeat(400)}.example`,
  ])('%j is refused with a reason', (text) => {
    const result = readOrigin(text)
    expect(result.ok).toBe(false)
    expect(result.ok ? '' : result.message).not.toBe('')
  })
})

import { describe, expect, test } from 'vitest'

import {
  authorizationCredential,
  authorizationFault,
  authorizationSecrets,
  readServerUrl,
} from './server-url.ts'

describe('readServerUrl', () => {
  test.each([
    ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
    ['  mcp.example.com/mcp#top ', 'https://mcp.example.com/mcp'],
    ['http://localhost:3001/mcp', 'http://localhost:3001/mcp'],
    ['http://127.0.0.1:3001/mcp?team=a', 'http://127.0.0.1:3001/mcp?team=a'],
  ])('default: %s', (text, url) => {
    expect(readServerUrl(text)).toEqual({ ok: true, url })
  })

  test.each([
    ['', /Enter a URL/],
    ['https://', /Enter a URL/],
    ['https://a.example.com/'.padEnd(3_000, 'x'), /Enter a URL/],
    ['ftp://a.example.com', /HTTP or HTTPS/],
    ['http://mcp.example.com/mcp', /Use HTTPS/],
    ['https://me:pass@mcp.example.com/', /Remove the secret/],
    ['https://mcp.example.com/mcp?api_key=x', /Remove the secret/],
    ['https://mcp.example.com/mcp?q=sk-abcdefghijklmnopqrstuvwxyz012345', /Remove the secret/],
  ])('behavior: %s is refused', (text, words) => {
    const read = readServerUrl(text)
    expect(read.ok ? '' : read.message).toMatch(words)
  })
})

describe('authorization', () => {
  test('default: a token without a scheme is a bearer token', () => {
    expect(authorizationSecrets(' abc ').headers).toEqual([['Authorization', 'Bearer abc']])
    expect(authorizationSecrets('Authorization: Basic abc').headers).toEqual([
      ['Authorization', 'Basic abc'],
    ])
    expect(authorizationSecrets(' ').headers).toEqual([])
    expect(authorizationCredential('', 'https://a.example.com/')).toBeUndefined()
  })

  test('behavior: any scheme of it is masked', () => {
    const credential = authorizationCredential('Basic dXNlcjpwYXNz', 'https://a.example.com/mcp')
    expect(credential?.origin).toBe('https://a.example.com')
    expect(credential?.withoutSecret?.('seen dXNlcjpwYXNz')).not.toContain('dXNlcjpwYXNz')
  })

  test('behavior: what no header can have is refused', () => {
    expect(authorizationFault('abc')).toBeUndefined()
    expect(authorizationFault('a\nb')).toMatch(/ASCII/)
    expect(authorizationFault('a'.repeat(9_000))).toMatch(/8,000/)
  })
})

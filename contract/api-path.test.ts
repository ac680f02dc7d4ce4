import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isApiPath } from './api-path.ts'

describe('a path of the API', () => {
  it.each(['/models', '/models?type=text', '/x402/balance/0xabc', '/a?b=../c', '/a..b/c', '/{id}'])(
    'may be %s',
    (path) => expect(isApiPath(path)).toBe(true),
  )

  it.each([
    '',
    'models',
    '//attacker.example/',
    '/\\attacker.example',
    '/\t/attacker.example',
    '/../local/faucet',
    '/models/../../local/faucet',
    '/%2e%2E/%2e%2e/local/faucet',
    '/.%2e/x',
    '/./x',
    '/models#fragment',
    'https://attacker.example/models',
    '/a\u0000b',
  ])('may not be %j', (path) => expect(isApiPath(path)).toBe(false))

  it('never leads away from the base address', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2E.',
      '@',
      ':',
      'a',
      '?',
      '#',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = `/${pieces.join('')}`
        fc.pre(isApiPath(path))
        const url = new URL(`http://127.0.0.1:4310/api/v1${path}`)
        expect(url.origin).toBe('http://127.0.0.1:4310')
        expect(url.pathname.startsWith('/api/v1/')).toBe(true)
        expect(url.hash).toBe('')
      }),
    )
  })
})

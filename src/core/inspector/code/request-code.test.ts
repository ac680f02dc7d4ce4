import { expect, it } from 'vitest'

import type { Exchange } from '../../client/exchanges/exchange.ts'
import { CODE_LANGUAGES } from './code-languages.ts'
import { requestCode } from './request-code.ts'

function exchange(name: string): Pick<Exchange, 'connection' | 'request' | 'headers'> {
  return {
    connection: { id: 'local', name: 'This machine' },
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [[name, '<redacted 51 chars>']],
      body: { model: 'm', messages: [{ role: 'user', content: 'Good morning' }] },
      bytes: 0,
    },
    headers: [],
  }
}

it.each(CODE_LANGUAGES)('$label repeats the request and holds no secret', ({ value }) => {
  const code = requestCode(value, exchange('Authorization'), 'evm')
  expect(code).toContain('http://127.0.0.1:4310/api/v1')
  expect(code).toContain('Good morning')
  expect(code).toContain('VENDOR_API_KEY')
  expect(code).not.toContain('redacted')
})

it('writes each language in its own way', () => {
  const codes = CODE_LANGUAGES.map(({ value }) =>
    requestCode(value, exchange('Authorization'), 'evm'),
  )
  expect(new Set(codes).size).toBe(CODE_LANGUAGES.length)
  expect(codes[0]).toMatch(/^curl /m)
  expect(codes[1]).toMatch(/^(?:import|from) /m)
  expect(codes[3]).toContain('fetch(')
})

it('counts the kind of wallet only where a wallet signs', () => {
  const write = (header: string, wallet: 'evm' | 'solana') =>
    requestCode('fetch', exchange(header), wallet)
  expect(write('Authorization', 'evm')).toBe(write('Authorization', 'solana'))
  expect(write('Sign-In-With-X', 'evm')).toContain('EVM_PRIVATE_KEY')
  expect(write('Sign-In-With-X', 'solana')).toContain('SOLANA_PRIVATE_KEY')
})

it.each(CODE_LANGUAGES)('$label has the headers that a person added', ({ value }) => {
  const { request, headers } = exchange('Authorization')
  const code = requestCode(
    value,
    { request: { ...request, headers: [...request.headers, ['X-Team', `red "1's"`]] }, headers },
    'evm',
  )
  expect(code).toContain('X-Team')
  expect(code).toMatch(/red \\?"1/)
})

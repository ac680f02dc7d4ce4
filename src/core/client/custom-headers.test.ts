import { expect, test } from 'vitest'

import { customHeaderFault, customHeaders } from './custom-headers.ts'

const fault = (name: string, value = 'red') => customHeaderFault(name, value, 'acme')

test.each(['X-Team', 'x-request-tag', 'OpenAI-Organization', 'traceparent', 'Idempotency-Key'])(
  '%s may be added to a request',
  (name) => expect(fault(name)).toBeUndefined(),
)

test.each([
  'Authorization',
  'X-Api-Key',
  'x-auth-token',
  'Cookie',
  'SIGN-IN-WITH-X',
  'X-Sign-In-With-X',
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
  'X-402-Payment',
])('%s is a credential, and those are the connection’s', (name) =>
  expect(fault(name)).toMatch(/Credentials|Only custom/),
)

test.each([
  'Connection',
  'Transfer-Encoding',
  'Host',
  'Content-Type',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'x-vendor-version',
  'x-acme-version',
  'X Team',
  '',
])('%s is no header that a person may add', (name) => expect(fault(name)).toBeDefined())

test('behavior: a value that breaks the line, is too long or looks like a key is refused', () => {
  expect(fault('X-Team', 'red\r\nX-Evil: 1')).toContain('ASCII')
  expect(fault('X-Team', 'r'.repeat(2_000))).toContain('ASCII')
  expect(fault('X-Team', 'Bearer abcdef')).toContain('secret')
  expect(fault('X-Team', '<redacted 3 chars>')).toContain('secret')
})

test('behavior: of a request only what may be sent again is returned, and no empty header', () => {
  const given = [
    ['Accept', '*/*'],
    ['X-Team', 'red'],
    ['X-Empty', ' '],
    ['Authorization', 'Bearer x'],
  ] as const
  expect(customHeaders(given, 'vendor')).toEqual([['X-Team', 'red']])
})

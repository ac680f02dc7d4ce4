import { expect, test } from 'vitest'

import { API_KEY, fakeClient, jsonResponse } from '../testing/fake-world.ts'
import {
  customHeaderFault,
  customHeaders,
  findSecrets,
  readExtraHeaders,
  UNCHANGED,
} from './extra-headers.ts'

test('behavior: what may be a secret is told from what is none', () => {
  expect(
    readExtraHeaders(
      `api-key: 0123456789abcdef\n\n HTTP-Referer : https://my.app/x?y=1:2 \nX-Title: My app\n` +
        `x-portkey-api-key: abc\nX-Portkey-Provider: openai\nHelicone-Auth: Bearer sk-helicone-0123456789\n` +
        `x-team: blue\nOpenAI-Organization: sk-abcdefghijklmnop0123456789\nX-Other: ${UNCHANGED}`,
    ),
  ).toEqual({
    ok: true,
    plain: [
      ['HTTP-Referer', 'https://my.app/x?y=1:2'],
      ['X-Title', 'My app'],
      ['X-Portkey-Provider', 'openai'],
    ],
    secret: [
      ['api-key', '0123456789abcdef'],
      ['x-portkey-api-key', 'abc'],
      ['Helicone-Auth', 'Bearer sk-helicone-0123456789'],
      ['x-team', 'blue'],
      ['OpenAI-Organization', 'sk-abcdefghijklmnop0123456789'],
      ['X-Other', UNCHANGED],
    ],
  })
  expect(readExtraHeaders('')).toEqual({ ok: true, plain: [], secret: [] })
})

test.each([
  ['just words', 'Line 1: Write each header as “Name: value”.'],
  ['a b: c', 'Line 1: Write each header as “Name: value”.'],
  ['\nAuthorization: Bearer x', 'Line 2: Enter this key under API key.'],
  ['Cookie: a=b', 'Line 1: The page or browser sets Cookie itself.'],
  ['Content-Type: text/plain', 'Line 1: The page or browser sets Content-Type itself.'],
  ['PAYMENT-SIGNATURE: x', 'Line 1: The page or browser sets PAYMENT-SIGNATURE itself.'],
  ['x-a:', 'Line 1: x-a has no value.'],
  ['x-a: ключ', 'Line 1: A header value has up to 4000 ASCII characters.'],
  ['x-a: 1\nX-A: 2', 'Line 2: This header is already in the list.'],
  [
    Array.from({ length: 13 }, (_, at) => `x-${at}: 1`).join('\n'),
    'Up to 12 headers can be added.',
  ],
])('%s is refused', (text, message) => {
  expect(readExtraHeaders(text)).toEqual({ ok: false, message })
})

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

const { client } = fakeClient(() => jsonResponse({}))

test('a text without a key may go', () => {
  expect(findSecrets(client, 'What is an API key?')).toEqual([])
})

test('the key of the connection is named, and taken out', () => {
  const [found] = findSecrets(client, `Is ${API_KEY} valid?`)
  expect(found?.message).toContain('the key of the connection Example')
  expect(found?.without).not.toContain(API_KEY)
})

test('another key is named by its first characters alone', () => {
  const other = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789'
  const [found] = findSecrets(client, `Use ${other}`)
  expect(found?.message).toContain('sk-pro')
  expect(found?.message).not.toContain(other)
  expect(found?.without).not.toContain(other)
})

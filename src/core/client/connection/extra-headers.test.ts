import { expect, test } from 'vitest'

import { readExtraHeaders, UNCHANGED } from './extra-headers.ts'

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

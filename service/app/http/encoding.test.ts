import { expect, it } from 'vitest'

import { chooseEncoding } from './encoding.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['identity', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['deflate', undefined],
])('for Accept-Encoding %j the answer is %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

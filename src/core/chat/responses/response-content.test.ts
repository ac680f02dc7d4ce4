import { expect, test } from 'vitest'

import { mediaContent } from './response-content.ts'

const read = (...pieces: string[]) => mediaContent({ pieces })
const here = (...bytes: number[]) => ({ at: 'here', bytes: new Uint8Array(bytes) })

test('base64 is read as its bytes, with or without a data URL around it', () => {
  expect(read('AP+A')).toEqual(here(0, 255, 128))
  expect(read('data:image/png;base64,AP+A')).toEqual(here(0, 255, 128))
  expect(read('DATA:audio/wav;base64,AQ==')).toEqual(here(1))
})

test('a data URL that is not base64 is read as the text it is', () => {
  expect(read('data:text/plain,abcd')).toEqual(here(97, 98, 99, 100))
  expect(read('data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E')).toEqual(
    here(...new TextEncoder().encode('<svg/>')),
  )
  expect(read('data:text/plain,%E0%A4%A')).toEqual({ at: 'nowhere' })
})

test('pieces are decoded each for itself and joined in order', () => {
  expect(read('AQ==', 'AgM=', '', 'BA==')).toEqual(here(1, 2, 3, 4))
  expect(read('data:audio/wav;base64,AQ==', 'data:audio/wav;base64,Ag==')).toEqual(here(1, 2))
})

test('a web address is named and not read', () => {
  expect(read('https://example.com/a b.png')).toEqual({
    at: 'elsewhere',
    url: 'https://example.com/a%20b.png',
  })
  expect(read('HTTP://EXAMPLE.com')).toEqual({ at: 'elsewhere', url: 'http://example.com/' })
})

test.each([
  ['no piece', []],
  ['an empty piece', ['']],
  ['a data URL without data', ['data:image/png;base64,']],
  ['broken base64', ['AQ==', '%%%']],
  ['a broken address', ['https://']],
  ['an address that is not of the web', ['file:///etc/passwd']],
  ['a script', ['javascript:alert(1)']],
])('%s is nowhere', (_, pieces) => {
  expect(read(...pieces)).toEqual({ at: 'nowhere' })
})

test('more than can be held is not decoded, however it is cut', () => {
  const half = 'A'.repeat(44_000_000)
  expect(read(half, half)).toEqual({ at: 'nowhere' })
})

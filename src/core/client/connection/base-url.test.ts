import { expect, test } from 'vitest'

import { allowOriginPath, isAllowedOrigin } from './base-url.ts'

const page = 'http://127.0.0.1:4310'
const api = 'https://api.example.com'

test('a page of the local service may contact itself and what was allowed, nothing else', () => {
  const config = { mode: 'local' as const, apiOrigins: [api] }
  expect(isAllowedOrigin(page, page, config)).toBe(true)
  expect(isAllowedOrigin(api, page, config)).toBe(true)
  expect(isAllowedOrigin('https://api.example.com:444', page, config)).toBe(false)
})

test('a page on a plain web server is not limited', () => {
  expect(isAllowedOrigin(api, page, { mode: 'static', apiOrigins: [] })).toBe(true)
})

test('the way to the asking page carries the origin and the way back, and nothing secret', () => {
  const url = new URL(allowOriginPath(api), page)
  expect(url.pathname).toBe('/local/allow-origin')
  expect(Object.fromEntries(url.searchParams)).toEqual({ origin: api, return: '/chat?connect=1' })
  expect(allowOriginPath()).toBe('/local/allow-origin?return=%2Fchat%3Fconnect%3D1')
})

import { expect, test } from 'vitest'

import { errorDetails } from './error-boundary.tsx'

test('keeps the message and leaves out what looks like a key', () => {
  const details = errorDetails(new Error('failed with Bearer abcdefghijklmnopqrstuvwxyz'))
  expect(details).toContain('failed with <redacted')
  expect(details).not.toContain('abcdefgh')
})

test('copes with anything that is thrown', () => {
  expect(errorDetails('plain text')).toBe('plain text')
  expect(errorDetails(undefined)).toBe('undefined')
})

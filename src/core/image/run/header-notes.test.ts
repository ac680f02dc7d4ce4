import { expect, it } from 'vitest'

import { headerNotes } from './run-notes.ts'

it('says nothing of headers that say no', () => {
  const headers = [
    ['x-vendor-is-blurred', 'false'],
    ['x-vendor-is-content-violation', 'false'],
    ['x-vendor-contains-minor', 'false'],
  ] as const
  expect(headerNotes(headers, 'vendor')).toEqual([])
})

it.each([
  ['x-acme-is-blurred', 'true', 'warn', 'Blurred'],
  ['X-Acme-Is-Content-Violation', 'TRUE', 'bad', 'Content policy violation.'],
  ['x-acme-is-adult-model-content-violation', 'true', 'bad', 'adult model'],
  ['x-acme-contains-minor', 'true', 'warn', 'minor'],
  ['x-acme-model-deprecation-warning', 'Use model instead.', 'warn', 'Use model instead.'],
  ['x-acme-model-deprecation-date', '2027-01-01', 'warn', 'removed on 2027-01-01'],
  ['x-acme-enhanced-prompt', 'a cat', 'neutral', 'a cat'],
  ['x-acme-enhanced-prompt', 'a%20caf%C3%A9', 'neutral', 'a café'],
  ['x-acme-enhanced-prompt', '100% wool', 'neutral', '100% wool'],
])('puts %s: %s into words', (name, value, tone, words) => {
  expect(headerNotes([[name, value]], 'acme')).toEqual([
    { tone, text: expect.stringContaining(words) },
  ])
  // The headers of another provider are not this one's.
  expect(headerNotes([[name, value]], 'other')).toEqual([])
})

import { expect, test } from 'vitest'

import { trialWords } from './try-connection.ts'

test('an unreachable address names the three usual causes', () => {
  const { meaning } = trialWords({ kind: 'unreachable', message: 'Failed to fetch' })
  expect(meaning).toMatch(/not be running/)
  expect(meaning).toMatch(/CORS/)
})

test('an answer that is no list of models points at the base URL', () => {
  const words = trialWords({ kind: 'unexpected_answer', message: 'Expected a list of models.' })
  expect(words.meaning).toContain('/v1')
})

import { expect, test } from 'vitest'

import type { Model } from '../../../../contract/models/model.ts'
import { answerLimit, priceHint } from './setting-advice.ts'

const model: Model = {
  id: 'm',
  model_spec: { maxCompletionTokens: 10_000, pricing: { output: { usd: 2 } } },
}
const facts = { model }

test('a token limit is an upper bound of the price', () => {
  const settings = { max_completion_tokens: 500 }
  expect(priceHint('max_completion_tokens', { ...facts, settings })).toBe(
    'Max cost: $0.001 ($2.00 per 1M tokens).',
  )
})

test('choices multiply it', () => {
  const settings = { max_completion_tokens: 500, n: 3 }
  expect(answerLimit({ model, settings })).toBe(3000)
  expect(priceHint('n', { ...facts, settings })).toBe('Max cost of all choices: $0.003.')
})

test('a limit of 0 or less is none, so the model limits', () => {
  expect(answerLimit({ model, settings: { max_tokens: -1 } })).toBe(20_000)
})

test('nothing is said without a price, nor about what is not sent', () => {
  expect(
    priceHint('max_completion_tokens', {
      ...facts,
      model: undefined,
      settings: { max_completion_tokens: 5 },
    }),
  ).toBeUndefined()
  expect(priceHint('n', { ...facts, settings: {} })).toBeUndefined()
  expect(
    priceHint('vendor_parameters.enable_web_search', { ...facts, settings: {} }),
  ).toBeUndefined()
})

import { expect, test } from 'vitest'

import { defaultOf, limitedBy, unsupportedBy } from './field-support.ts'
import type { Model } from './model.ts'

const model: Model = {
  id: 'small',
  model_spec: {
    maxCompletionTokens: 1000,
    capabilities: {
      supportsLogProbs: false,
      supportsWebSearch: true,
      reasoningEffortOptions: ['low', 'high'],
    },
  },
}

test('what the list denies is said in a sentence that names the model', () => {
  expect(unsupportedBy(model, 'top_logprobs')).toBe('small does not report log probabilities.')
})

test('what the list grants, and what it is silent about, is not marked', () => {
  expect(unsupportedBy(model, 'vendor_parameters.enable_web_search')).toBeUndefined()
  expect(unsupportedBy(model, 'tools')).toBeUndefined()
  expect(unsupportedBy({ id: 'silent' }, 'logprobs')).toBeUndefined()
})

test('values beyond what the model offers are named with the limit', () => {
  expect(limitedBy(model, 'max_completion_tokens', 2000)).toContain('at most 1,000 tokens')
  expect(limitedBy(model, 'max_completion_tokens', 1000)).toBeUndefined()
  expect(limitedBy(model, 'reasoning_effort', 'max')).toContain('low, high')
  expect(limitedBy(model, 'reasoning_effort', 'low')).toBeUndefined()
})

test('what a model uses by itself is said where the list says it', () => {
  const chatty: Model = {
    id: 'm',
    model_spec: { constraints: { temperature: { default: 0.7 } }, maxCompletionTokens: 9 },
  }
  expect(defaultOf(chatty, 'temperature')).toBe(0.7)
  expect(defaultOf(chatty, 'max_completion_tokens')).toBe(9)
  expect(defaultOf(chatty, 'top_p')).toBeUndefined()
})

import { expect, test } from 'vitest'

import type { Model } from '../../../../contract/models/model.ts'
import { settingAdvice } from './setting-advice.ts'

const model: Model = {
  id: 'small',
  model_spec: {
    maxCompletionTokens: 1000,
    pricing: { output: { usd: 2 } },
    capabilities: { supportsLogProbs: false },
    constraints: { temperature: { default: 0.7 } },
  },
}

test('what a model does not do is said, and in vain only where it is asked for', () => {
  const denied = 'small does not report log probabilities.'
  const facts = { model, settings: {} }
  expect(settingAdvice('logprobs', true, facts)).toEqual({ inVain: true, denied })
  expect(settingAdvice('logprobs', false, facts)).toEqual({ inVain: false, denied })
  expect(settingAdvice('logprobs', undefined, facts)).toEqual({ inVain: false, denied })
})

test('what a model uses when a setting is not sent is said', () => {
  expect(settingAdvice('temperature', undefined, { model, settings: {} })).toEqual({
    inVain: false,
    modelDefault: 0.7,
  })
})

test('a value above what the model takes is said together with the price', () => {
  const settings = { max_completion_tokens: 5000 }
  const advice = settingAdvice('max_completion_tokens', 5000, { model, settings })
  expect(advice).toMatchObject({ inVain: false, modelDefault: 1000 })
  expect(advice.limited).toContain('1,000')
  expect(advice.price).toContain('$2.00')
})

test('without a known model only what costs in any case is said', () => {
  const facts = { model: undefined, settings: { vendor_parameters: { enable_web_search: 'on' } } }
  expect(settingAdvice('logprobs', true, facts)).toEqual({ inVain: false })
  expect(settingAdvice('vendor_parameters.enable_web_search', 'on', facts)).toEqual({
    inVain: false,
    price: 'Searches are billed on top of tokens, at about $0.01 each.',
  })
})

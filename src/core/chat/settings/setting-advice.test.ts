import { expect, test } from 'vitest'

import type { Model } from '../../../../contract/models/model.ts'
import { describeSetting, searchSettings, settingAdvice, settingMeaning } from './setting-advice.ts'
import { settingGroups } from './settings-fields.ts'

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

const fields = settingGroups.flatMap((group) => group.fields)
const about = (path: string) =>
  fields.filter((field) => field.path === path).map((field) => describeSetting(field))

test('every setting has a meaning', () => {
  expect(fields.filter((field) => settingMeaning(field) === '')).toEqual([])
})

test('help gives the meaning, then the limits, then the default', () => {
  expect(about('frequency_penalty')).toEqual([
    'Positive values discourage tokens the more often they have appeared. -2 to 2. Default: 0.',
  ])
  expect(about('vendor_parameters.enable_web_search')).toEqual([
    'Searches the web. With auto the model decides. Searches are billed. Default: off.',
  ])
})

const found = (text: string) => searchSettings(settingGroups, text).map(({ path }) => path)

test('a setting is found by wire name, by label and by meaning', () => {
  expect(found('top_lo')).toEqual(['top_logprobs'])
  expect(found('nucleus')).toEqual(['top_p'])
  expect(found('persona')).toEqual(['vendor_parameters.character_slug'])
})

test('the setting with the very wire name comes first, then names that begin with it', () => {
  expect(found('temperature')[0]).toBe('temperature')
  expect(found('reasoning').slice(0, 2)).toEqual(['reasoning', 'reasoning_effort'])
  expect(found('Max Tokens')[0]).toBe('max_tokens')
  expect(found('logprobs').slice(0, 2)).toEqual(['logprobs', 'top_logprobs'])
  expect(found('n')[0]).toBe('n')
})

test('every word must be there, in any order', () => {
  expect(found('search web')).toContain('vendor_parameters.enable_web_search')
  expect(found('search nowhere')).toEqual([])
})

import { expect, test } from 'vitest'

import type { Model } from '../../../../contract/models/model.ts'
import { maxCostInWords } from './max-cost.ts'

const model: Model = {
  id: 'small',
  model_spec: {
    traits: ['default'],
    maxCompletionTokens: 1_000,
    pricing: { input: { usd: 1 }, output: { usd: 4 } },
  },
}

const next = (change: Partial<Parameters<typeof maxCostInWords>[0]>) =>
  maxCostInWords(
    { name: 'small', settings: {}, messages: [], text: 'Hi', attachments: [], ...change },
    [model],
    { 'gpt-4o': 'small' },
  )

test('behavior: the max cost counts the prompt and the longest response, rounded up', () => {
  // 1,000 tokens at $4 and about 9 at $1 per million.
  expect(next({})).toBe('≤ $0.0041')
  expect(next({ settings: { max_tokens: 10 } })).toBe('≤ $0.000049')
  expect(next({ settings: { max_tokens: 10, n: 3 } })).toBe('≤ $0.00013')
})

test('a trait, a mapping and a suffix are priced as the model they lead to', () => {
  expect(next({ name: 'default' })).toBe('≤ $0.0041')
  expect(next({ name: 'gpt-4o' })).toBe('≤ $0.0041')
  expect(next({ name: 'small:enable_web_search=on' })).toBe('≤ $0.015 with search')
})

test('searches that are switched on in the settings come on top', () => {
  expect(next({ settings: { vendor_parameters: { enable_web_search: 'on' } } })).toMatch(/search$/)
})

test('messages and attachments make it more', () => {
  const long = { role: 'user', content: 'x'.repeat(2_000) } as const
  expect(next({ messages: [long] })).toBe('≤ $0.0051')
  const image = {
    kind: 'image',
    id: 'a',
    name: 'a.png',
    cached: false,
    source: { url: 'https://a.example/a.png' },
  } as const
  expect(next({ attachments: [image] })).toBe('≤ $0.0082')
})

test('behavior: with tools every round counts, as long as the model can read, up to the limit', () => {
  const reader = { ...model, model_spec: { ...model.model_spec, availableContextTokens: 10_000 } }
  const cost = (change: { rounds: number; spendLimit?: number }) =>
    maxCostInWords(
      { name: 'small', settings: {}, messages: [], text: 'Hi', attachments: [], ...change },
      [reader],
      {},
    )
  // 10,000 tokens at $1 and 1,000 at $4 per million: 1.4 cents a round.
  expect(cost({ rounds: 10 })).toBe('≤ $0.15')
  expect(cost({ rounds: 10, spendLimit: 20_000 })).toBe('≤ $0.02')
  expect(cost({ rounds: 10, spendLimit: 1 })).toBe('≤ $0.0041')
  // Nobody knows how much this one reads.
  expect(next({ rounds: 10 })).toBeUndefined()
})

test('nothing is said where the price, the model or the size of a file is not known', () => {
  expect(next({ name: 'unknown' })).toBeUndefined()
  const file = {
    kind: 'file',
    id: 'a',
    name: 'a.pdf',
    cached: false,
    source: { url: 'https://a.example/a.pdf' },
    mediaType: 'application/pdf',
    label: 'PDF',
  } as const
  expect(next({ attachments: [file] })).toBeUndefined()
})

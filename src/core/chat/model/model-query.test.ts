import { expect, test } from 'vitest'

import type { Model } from '../../../../contract/models/model.ts'
import { deprecationInWords } from './model-facts.ts'
import { EMPTY_QUERY, offeredFilters, selectModels, type ModelQuery } from './model-query.ts'

const model = (id: string, spec: Model['model_spec']): Model => ({ id, model_spec: spec })
const models = [
  model('eye', {
    name: 'Z Eye',
    tier: 'M',
    availableContextTokens: 1000,
    capabilities: { supportsVision: true, supportsFunctionCalling: true },
    pricing: { input: { usd: 1 }, output: { usd: 4 } },
  }),
  model('brain', {
    name: 'A Brain',
    tier: 'L',
    description: 'Thinks long.',
    availableContextTokens: 9000,
    capabilities: { supportsReasoning: true },
    pricing: { input: { usd: 1 }, output: { usd: 2 } },
  }),
  model('plain', undefined),
]

const ids = (query: Partial<ModelQuery>) =>
  selectModels(models, { ...EMPTY_QUERY, ...query }).map(({ id }) => id)

test('words are looked for in id, name, description and capabilities', () => {
  expect(ids({ search: 'thinks' })).toEqual(['brain'])
  expect(ids({ search: 'VISION eye' })).toEqual(['eye'])
})

test('every chosen capability must be there', () => {
  expect(ids({ capabilities: ['vision', 'tools'] })).toEqual(['eye'])
  expect(ids({ capabilities: ['vision', 'reasoning'] })).toEqual([])
})

test('tier, price and context are limits; a model that says nothing does not meet them', () => {
  expect(ids({ tier: 'L' })).toEqual(['brain'])
  expect(ids({ mostPrice: 2_000_000 })).toEqual(['brain'])
  expect(ids({ leastContext: 1000 })).toEqual(['eye', 'brain'])
})

test('models are sorted by name, price or context, and listed as they came otherwise', () => {
  expect(ids({})).toEqual(['eye', 'brain', 'plain'])
  expect(ids({ sort: 'name' })).toEqual(['brain', 'plain', 'eye'])
  expect(ids({ sort: 'price' })).toEqual(['brain', 'eye', 'plain'])
  expect(ids({ sort: 'context' })).toEqual(['brain', 'eye', 'plain'])
})

test('only filters that some model passes are offered', () => {
  const many = Array.from({ length: 10 }, () => models).flat()
  expect(offeredFilters(many)).toEqual({
    capabilities: ['vision', 'tools', 'reasoning'],
    tiers: ['M', 'L'],
    prices: [5_000_000, 20_000_000],
    contexts: [],
  })
  expect(offeredFilters(models)).toEqual({
    capabilities: ['vision', 'tools', 'reasoning'],
    tiers: [],
    prices: [],
    contexts: [],
  })
  expect(offeredFilters([model('plain', undefined)])).toEqual({
    capabilities: [],
    tiers: [],
    prices: [],
    contexts: [],
  })
})

test('a deprecation names its day and what to use instead', () => {
  const old = model('old', {
    deprecation: { removesAt: '2027-06-30T00:00:00.000Z', replacementModelId: 'new' },
  })
  expect(deprecationInWords(old)).toBe('Deprecated: removed on 2027-06-30. Use new instead.')
  expect(deprecationInWords(model('x', {}))).toBeUndefined()
})

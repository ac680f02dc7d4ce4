import { expect, test } from 'vitest'

import { similarModels } from './find-model.ts'
import type { Model, ModelCapabilities } from './model.ts'

const model = (
  id: string,
  usd: number,
  abilities: ModelCapabilities = {},
  more: object = {},
): Model => ({
  id,
  type: 'text',
  model_spec: { capabilities: abilities, pricing: { output: { usd } }, ...more },
})
const tools = { supportsFunctionCalling: true }
const ids = (models: Model[]) => models.map(({ id }) => id)

test('another model that can do the same comes first, the nearest in price before the others', () => {
  const models = [
    model('busy', 1, tools),
    model('plain', 1),
    model('dear', 40, tools),
    model('near', 1.5, tools),
  ]
  expect(ids(similarModels(models, 'busy'))).toEqual(['near', 'dear', 'plain'])
})

test('a model that the service names for something comes before one it lists without a word', () => {
  const models = [
    model('broken', 1),
    model('busy', 1),
    model('default', 3, {}, { traits: ['default'] }),
    model('fastest', 0.2, {}, { traits: ['fastest'] }),
  ]
  expect(ids(similarModels(models, 'broken'))).toEqual(['default', 'fastest', 'busy'])
})

test('what has failed already is not offered, and what is going away comes last', () => {
  const models = [
    model('going', 1, tools, { traits: ['default'], deprecation: { date: '2027-01-01' } }),
    model('failed', 1, tools),
    model('asked', 1, tools),
    model('fine', 9),
  ]
  expect(ids(similarModels(models, 'asked', new Set(['failed'])))).toEqual(['fine', 'going'])
})

test('what would not answer either is not offered', () => {
  const models = [
    model('off', 1, {}, { offline: true }),
    model('pro', 1, {}, { proOnly: true }),
    { ...model('picture', 1), type: 'image' },
    model('fine', 1),
  ]
  expect(ids(similarModels(models, 'unknown'))).toEqual(['fine'])
})

import { expect, test } from 'vitest'

import type { Model, ModelCapabilities } from './model.ts'
import { similarModels } from './similar-models.ts'

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
  expect(ids(similarModels(models, 'busy', 1))).toEqual(['near'])
})

test('what would not answer either is not offered', () => {
  const models = [
    model('off', 1, {}, { offline: true }),
    model('going', 1, {}, { deprecation: { date: '2026-01-01' } }),
    model('pro', 1, {}, { proOnly: true }),
    { ...model('picture', 1), type: 'image' },
    model('fine', 1),
  ]
  expect(ids(similarModels(models, 'unknown'))).toEqual(['fine'])
})

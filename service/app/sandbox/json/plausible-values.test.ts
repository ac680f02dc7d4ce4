import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { argumentsFrom } from './arguments-from.ts'
import { schemaExample } from './schema-example.ts'

const text = { type: 'string' }

it('behavior: a recipe is one that can be cooked', () => {
  const schema = {
    type: 'object',
    properties: {
      title: text,
      minutes: { type: 'integer' },
      ingredients: { type: 'array', items: text },
      steps: { type: 'array', items: { type: 'object', properties: { text } } },
    },
  }
  const recipe = schemaExample(schema, { topic: 'recipe' })
  expect(recipe).toMatchObject({ title: 'Tomato and white bean salad', minutes: 15 })
  expect(recipe).toMatchObject({ ingredients: expect.arrayContaining(['250 g cherry tomatoes']) })
  expect(recipe).toMatchObject({ steps: expect.arrayContaining([{ text: expect.any(String) }]) })
})

it('behavior: the members of a list are not all the same', () => {
  const people = {
    type: 'array',
    items: { type: 'object', properties: { fullName: text, email: { ...text, format: 'email' } } },
  }
  const schema = { type: 'object', properties: { people } }
  expect(schemaExample(schema)).toMatchObject({
    people: [{ fullName: 'Ada Lovelace' }, { fullName: 'Grace Hopper' }, {}],
  })
})

it.each<[JsonValue, JsonValue]>([
  [{ type: 'integer', maximum: 5 }, 2],
  [{ type: 'number', maximum: 10 }, 1],
  [{ type: 'integer', multipleOf: 7, minimum: 1 }, 7],
])('behavior: a plausible price is used only where %j allows it', (price) => {
  const schema = { type: 'object', properties: { price }, required: ['price'] }
  const value = schemaExample(schema as JsonValue)
  expect(new Validator(schema as object).validate(value).valid).toBe(true)
})

it('behavior: whatever members are called, their values are valid', () => {
  const names = fc.constantFrom('price', 'title', 'tags', 'age', 'city', 'rating', 'steps', 'id')
  const leaf = fc.oneof(
    fc.record({ type: fc.constant('string'), maxLength: fc.nat(30) }),
    fc.record({
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: -50, max: 50 }),
    }),
    fc.record({
      type: fc.constantFrom('integer', 'number'),
      maximum: fc.integer({ min: -50, max: 50 }),
    }),
    fc.record({ type: fc.constant('array'), items: fc.constant(text), maxItems: fc.nat(6) }),
  )
  fc.assert(
    fc.property(fc.dictionary(names, leaf), (properties) => {
      const schema = { type: 'object' as const, properties, required: Object.keys(properties) }
      const result = new Validator(schema as object).validate(schemaExample(schema as JsonValue))
      expect(result.errors).toEqual([])
    }),
  )
})

const WEATHER: JsonValue = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Such as "Lisbon".' },
    unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
  },
  required: ['city'],
}
const object = (properties: { [name: string]: JsonValue }): JsonValue => ({
  type: 'object',
  properties,
})

it.each<[string, JsonValue, JsonValue]>([
  ['What is the weather in Lisbon?', WEATHER, { city: 'Lisbon' }],
  ['And in New York, in fahrenheit?', WEATHER, { city: 'New York', unit: 'fahrenheit' }],
  ['Is it raining?', WEATHER, { city: 'Lisbon' }],
  ['Add 12 and 30.5', object({ a: { type: 'number' }, b: { type: 'number' } }), { a: 12, b: 30.5 }],
  ['What is (17 + 4) * 2?', object({ expression: text }), { expression: '(17 + 4) * 2' }],
  [
    'Find “green tea” for me',
    object({ query: text, limit: { type: 'integer' } }),
    { query: 'green tea' },
  ],
  ['How tall is it?', object({ search_query: text }), { search_query: 'How tall is it?' }],
  [
    'Write to ada@example.com tomorrow',
    object({ email: text, date: text }),
    { email: 'ada@example.com', date: 'tomorrow' },
  ],
  ['Read https://example.com/a', object({ url: text }), { url: 'https://example.com/a' }],
])('behavior: %s fills in a tool’s arguments', (question, schema, value) => {
  expect(schemaExample(schema, { suggest: argumentsFrom(question) })).toEqual(value)
})

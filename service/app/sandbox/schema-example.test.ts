import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../contract/json.ts'
import { argumentsFrom } from './sandbox-tools.ts'
import { schemaExample } from './schema-example.ts'

describe('an example for a JSON schema', () => {
  it.each<[JsonValue, JsonValue]>([
    [
      {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 3 } },
        required: ['city'],
      },
      { city: 'Lisbon', days: 3 },
    ],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ const: 7 }, 7],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 0.75 }, 0.5],
    [{ type: 'integer', multipleOf: 5, minimum: 7 }, 10],
    [
      { type: 'array', items: { type: 'string', format: 'email' }, minItems: 2 },
      ['ada@example.com', 'ada@example.com'],
    ],
    [{ type: ['null', 'boolean'] }, true],
    [{ anyOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }] }, 'exa'],
    [
      { $defs: { a: { type: 'object', properties: { x: { const: 1 } } } }, $ref: '#/$defs/a' },
      { x: 1 },
    ],
    [
      {
        allOf: [
          { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
          { properties: { b: { const: 2 } } },
        ],
      },
      { a: 1, b: 2 },
    ],
    [{ type: 'object', required: ['free'] }, { free: 'example free' }],
    [true, null],
  ])('%j gives %j', (schema, value) => {
    expect(schemaExample(schema)).toEqual(value)
  })

  it('ends for a schema that contains itself', () => {
    const tree: JsonValue = {
      type: 'object',
      properties: { child: { $ref: '#' }, list: { type: 'array', items: { $ref: '#' } } },
    }
    expect(JSON.stringify(schemaExample(tree)).length).toBeLessThan(20_000)
  })

  it('stays small however branches and lists multiply', () => {
    const items = (depth: number): JsonValue =>
      depth === 0
        ? { type: 'string', minLength: 10_000 }
        : { type: 'array', minItems: 50, items: items(depth - 1) }
    expect(JSON.stringify(schemaExample(items(10))).length).toBeLessThan(500_000)
    const names = Array.from({ length: 5000 }, (_, index) => `name${index}`)
    const wide: JsonValue = {
      $defs: { long: { const: 'x'.repeat(50_000) } },
      type: 'array',
      minItems: 50,
      items: {
        type: 'object',
        required: names,
        properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/long' }])),
      },
    }
    expect(JSON.stringify(schemaExample(wide)).length).toBeLessThan(500_000)
  })

  it('never throws, and always gives the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (schema) => {
        const value = schemaExample(schema as JsonValue)
        expect(JSON.stringify(schemaExample(schema as JsonValue))).toBe(JSON.stringify(value))
      }),
    )
  })
})

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

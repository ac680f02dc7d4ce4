import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
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

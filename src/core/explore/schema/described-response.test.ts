import { expect, test } from 'vitest'

import { readSchema } from '../../client/queries/openapi-schema.ts'
import { exampleOfSchema, schemaRows } from './value-of-schema.ts'

const schema = readSchema(
  {},
  {
    type: 'object',
    required: ['id', 'data'],
    properties: {
      id: { type: 'string', description: 'Its ID.' },
      object: { const: 'list' },
      price: { type: ['number', 'null'] },
      tags: { type: 'array', items: { type: 'string', examples: ['fast'] } },
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { enum: ['a', 'b'] }, on: { type: 'boolean' }, any: {} },
        },
      },
      either: {
        anyOf: [
          { type: 'null' },
          { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } },
        ],
      },
    },
  },
)

test('the example has every member, as far as the schema says what it is', () => {
  expect(exampleOfSchema(schema)).toEqual({
    id: 'string',
    object: 'list',
    price: 0,
    tags: ['fast'],
    data: [{ kind: 'a', on: true, any: null }],
    either: { n: 1 },
  })
  expect(exampleOfSchema({})).toBeNull()
})

test('the example of a schema without end has one', () => {
  const endless = { type: 'array' as const, items: {} as object }
  endless.items = endless
  expect(JSON.stringify(exampleOfSchema(endless))).toBe('[[[[[[[]]]]]]]')
})

test('each member is a line with its place, type and meaning, and its own members after it', () => {
  const rows = schemaRows(schema)
  expect(rows.map(({ path, type, required }) => [path, type, required])).toEqual([
    ['id', 'string', true],
    ['object', 'list', false],
    ['price', 'number | null', false],
    ['tags', 'array of string', false],
    ['data', 'array of object', true],
    ['data[].kind', 'a | b', true],
    ['data[].on', 'boolean', false],
    ['data[].any', 'any', false],
    ['either', 'null | object', false],
    ['either.n', 'integer', false],
  ])
  expect(rows[0]?.description).toBe('Its ID.')
  expect(rows[5]?.depth).toBe(1)
})

test('what is no object has no lines', () => {
  expect(schemaRows({ type: 'string' })).toEqual([])
})

import { expect, test } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { schemaProblems } from './schema-problems.ts'

const places = (schema: JsonValue) => schemaProblems(schema).map(({ path }) => path.join('.'))

test('a fault is named at its place, however deep', () => {
  expect(schemaProblems({ type: 'objct' })).toEqual([
    {
      path: ['type'],
      message: 'Unknown type "objct". Use string, number, integer, boolean, object, array, null.',
      severity: 'error',
    },
  ])
  expect(
    places({
      properties: { a: { items: { type: 'text' } }, b: { anyOf: [{}, 5] } },
      required: ['a', 'c'],
      enum: 'x',
      $defs: [],
    }),
  ).toEqual(['enum', 'required.1', 'properties.a.items.type', 'properties.b.anyOf.1', '$defs'])
  expect(places([])).toEqual([''])
})

test('what JSON Schema allows is left alone', () => {
  for (const schema of [
    {},
    { type: ['string', 'null'] },
    { type: 'object', additionalProperties: false, properties: { any: true } },
    { $ref: '#/$defs/a', $defs: { a: { oneOf: [{ type: 'null' }] } } },
    { properties: { type: { type: 'string' }, items: { enum: [1] } }, required: ['type'] },
  ])
    expect(schemaProblems(schema)).toEqual([])
})

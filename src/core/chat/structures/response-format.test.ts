import { expect, test } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { pastedFormat, readFormat, schemaProblems, writeFormat } from './response-format.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }

test('a format is written as it was read, whatever is in it', () => {
  const formats: JsonValue[] = [
    { type: 'text' },
    { type: 'json_object', extra: 1 },
    { type: 'json_schema', json_schema: { name: 'city', strict: true, schema } },
    { type: 'json_schema', json_schema: { name: 'city', description: 'One.', schema } },
    { type: 'json_schema', json_schema: { name: 'city', strict: false, schema } },
    // As in the sample of the API reference.
    { type: 'json_schema', json_schema: schema },
  ]
  for (const format of formats) expect(writeFormat(readFormat(format))).toEqual(format)
})

test('a new one is a schema under a name', () => {
  expect(writeFormat({ ...readFormat(undefined), schema })).toEqual({
    type: 'json_schema',
    json_schema: { name: 'response', schema },
  })
})

test('name and strict are read from what is pasted with the schema', () => {
  const named = { name: 'city', strict: true, schema }
  const format = { type: 'json_schema', json_schema: named }
  for (const pasted of [
    named,
    format,
    { model: 'm', response_format: format },
    { type: 'json_schema', ...named },
    { text: { format: { type: 'json_schema', ...named } } },
  ])
    expect(pastedFormat(pasted)).toMatchObject({ type: 'json_schema', ...named })
  expect(pastedFormat({ response_format: { type: 'json_object' } })).toMatchObject({
    type: 'json_object',
  })
  for (const alone of [schema, 5, null, [], { type: 'object' }])
    expect(pastedFormat(alone)).toBeUndefined()
})

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

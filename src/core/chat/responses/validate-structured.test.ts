import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { validateStructured } from './validate-structured.ts'

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'integer' } } },
  required: ['name'],
  additionalProperties: false,
}
const nested = { type: 'json_schema' as const, json_schema: { name: 'x', schema } }
const flat = { type: 'json_schema' as const, json_schema: schema }

describe('an answer that was to follow a schema', () => {
  test.each([
    ['under json_schema.schema', nested],
    ['flat, as in the sample of the contract', flat],
  ])('matches it: %s', (_, format) => {
    expect(validateStructured('{"name":"a","tags":[1]}', format).kind).toBe('matches')
    expect(validateStructured('{"tags":[1]}', format).kind).toBe('faults')
  })

  test('has faults by pointer', () => {
    const verdict = validateStructured('{"name":1,"tags":[1,"x"],"more":0}', nested)
    expect(verdict.kind === 'faults' && verdict.faults.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/name', '/tags/1', '/more']),
    )
  })

  test('is told apart from what is not JSON', () => {
    expect(validateStructured('{"name": }', nested)).toEqual({ kind: 'not-json' })
  })

  test('is not validated by a schema that cannot be used', () => {
    const format = { type: 'json_schema' as const, json_schema: { schema: { $ref: '#/none' } } }
    expect(validateStructured('{}', format).kind).toBe('unusable-schema')
  })

  test('changes nothing global, and never throws, whatever the answer is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.constant('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
          fc.constant('['.repeat(20_000) + ']'.repeat(20_000)),
        ),
        (text) => {
          validateStructured(text, nested)
          expect(Reflect.get({}, 'polluted')).toBeUndefined()
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('json_object asks for an object and nothing else', () => {
  expect(validateStructured('{}', { type: 'json_object' }).kind).toBe('json')
  expect(validateStructured('[]', { type: 'json_object' }).kind).toBe('faults')
})

test('the draft is that of the schema', () => {
  const tuple = (draft: string) => ({
    type: 'json_schema' as const,
    json_schema: {
      schema: {
        $schema: draft,
        type: 'array',
        items: [{ type: 'string' }],
        additionalItems: false,
      },
    },
  })
  expect(validateStructured('[1]', tuple('http://json-schema.org/draft-07/schema#')).kind).toBe(
    'faults',
  )
  expect(validateStructured('["a"]', tuple('http://json-schema.org/draft-07/schema#')).kind).toBe(
    'matches',
  )
})

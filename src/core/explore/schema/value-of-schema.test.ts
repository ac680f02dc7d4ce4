import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import type { ValueSchema } from '../../client/queries/openapi-schema.ts'
import {
  alternativeFor,
  alternativesOf,
  limitsOf,
  takesFile,
  valueToBegin,
} from './value-of-schema.ts'

describe('a field that takes a file', () => {
  it.each<[ValueSchema, boolean]>([
    [{ type: 'string', file: true }, true],
    [{ anyOf: [{ type: 'string' }, { file: true }] }, true],
    [{ type: 'array', items: { file: true } }, true],
    [{ type: 'string' }, false],
    [{ anyOf: [{ type: 'string' }] }, false],
    [{ type: 'array', items: { type: 'string' } }, false],
  ])('%j: %s', (schema, takes) => {
    expect(takesFile(schema)).toBe(takes)
  })
})

describe('a value to begin with', () => {
  it.each<[ValueSchema, JsonValue]>([
    [{ type: 'string', examples: ['a', 'b'], default: 'c', enum: ['d'] }, 'a'],
    [{ type: 'string', default: 'c', enum: ['d'] }, 'c'],
    [{ type: 'boolean', default: false, enum: [true] }, false],
    [{ enum: ['d', 'e'] }, 'd'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 0],
    [{ type: 'array' }, []],
    [{ type: 'array', items: { type: 'string' } }, []],
    [{ type: 'array', minItems: 2, items: { type: 'number', minimum: 3 } }, [3]],
    [{ type: 'array', minItems: 1 }, []],
    [{ type: 'number' }, 0],
    [{ type: 'integer', minimum: 1 }, 1],
    [{ type: 'boolean' }, false],
    [{ type: 'null' }, null],
    [{ type: 'string' }, ''],
    [{}, ''],
    [{ type: 'object' }, {}],
  ])('for %j is %j', (schema, value) => {
    expect(valueToBegin(schema)).toEqual(value)
  })

  it('has what is required and no more, without files and what is not described', () => {
    const schema: ValueSchema = {
      type: 'object',
      required: ['image', 'prompt', 'options', 'unknown'],
      properties: {
        prompt: { type: 'string', examples: ['A cat'] },
        image: { type: 'string', file: true },
        options: {
          type: 'object',
          required: ['n'],
          properties: { n: { type: 'integer', minimum: 1 }, seed: { type: 'integer' } },
        },
        style: { type: 'string' },
      },
    }
    expect(valueToBegin(schema)).toEqual({ prompt: 'A cat', options: { n: 1 } })
  })
})

describe('the limits of a field in words', () => {
  it.each<[ValueSchema, string]>([
    [{ type: 'number', minimum: 0, maximum: 2 }, '0 to 2'],
    [{ type: 'integer', minimum: 1 }, 'at least 1'],
    [{ type: 'integer', maximum: 9 }, 'at most 9'],
    [{ type: 'number', exclusiveMinimum: 0 }, 'greater than 0'],
    [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, ''],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'at least 0'],
    [{ type: 'string', minLength: 1 }, 'not empty'],
    [{ type: 'string', minLength: 1, maxLength: 5 }, '1 to 5 characters'],
    [{ type: 'string', maxLength: 1 }, 'at most 1 character'],
    [{ type: 'array', minItems: 1 }, 'at least 1 item'],
    [{ type: 'array', minItems: 1, maxItems: 4 }, '1 to 4 items'],
    [{ type: 'array' }, ''],
    [{ type: 'string' }, ''],
    [{}, ''],
  ])('%j: "%s"', (schema, words) => {
    expect(limitsOf(schema)).toBe(words)
  })
})

describe('the name of an alternative', () => {
  it.each<[ValueSchema, string]>([
    [{ title: 'Picture', type: 'object' }, 'Picture'],
    [{ enum: ['low', 2, null, 'never shown'] }, 'low | 2 | null'],
    [
      { type: 'object', properties: { content: { type: 'string' }, role: { enum: ['user'] } } },
      'role: user',
    ],
    [{ type: 'object', properties: { strict: { enum: [true] } } }, 'strict: true'],
    [{ type: 'object', properties: { size: { enum: ['a', 'b'] } } }, 'object'],
    [{ type: 'array', items: { type: 'string' } }, 'array of string'],
    [{ type: 'array' }, 'array'],
    [{ type: 'integer' }, 'integer'],
    [{}, 'value'],
  ])('of %j is "%s"', (schema, name) => {
    expect(alternativesOf({ anyOf: [schema] })).toEqual([{ name, schema }])
  })

  it('is numbered by place where several have the same one', () => {
    const anyOf: ValueSchema[] = [{ type: 'object' }, { type: 'string' }, { type: 'object' }]
    const names = alternativesOf({ anyOf }).map(({ name }) => name)
    expect(names).toEqual(['object 1', 'string', 'object 3'])
  })

  it('is not needed where there are no alternatives', () => {
    expect(alternativesOf({ type: 'string' })).toEqual([])
  })
})

describe('the alternative of a value', () => {
  const alternatives = alternativesOf({
    anyOf: [
      { type: 'string' },
      { type: 'object', required: ['role'], properties: { role: { enum: ['user'] } } },
      { type: 'object', required: ['role'], properties: { role: { enum: ['tool'] } } },
    ],
  })

  it('is the one that it follows', () => {
    expect(alternativeFor(alternatives, 'text')?.name).toBe('string')
    expect(alternativeFor(alternatives, { role: 'tool' })?.name).toBe('role: tool')
  })

  it('is the one of its kind where only something within it is wrong', () => {
    expect(alternativeFor(alternatives, { role: 'other' })?.name).toBe('role: user')
  })

  it('is none where the value is of another kind', () => {
    expect(alternativeFor(alternatives, 7)).toBeUndefined()
    expect(alternativeFor([], 'text')).toBeUndefined()
  })
})

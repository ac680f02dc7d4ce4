import { describe, expect, it } from 'vitest'

import type { ValueSchema } from '../../client/queries/openapi-schema.ts'
import { alternativeFor, alternativesOf } from './alternatives.ts'

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

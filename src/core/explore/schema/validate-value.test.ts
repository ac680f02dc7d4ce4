import { describe, expect, it } from 'vitest'

import type { ValueSchema } from '../../client/queries/openapi-schema.ts'
import { validateValue } from './validate-value.ts'

const schema: ValueSchema = {
  type: 'object',
  required: ['prompt', 'image'],
  properties: {
    prompt: { type: 'string', minLength: 1, maxLength: 5 },
    image: { type: 'string', file: true },
    temperature: { type: 'number', minimum: 0, maximum: 2 },
    n: { type: 'integer', exclusiveMinimum: 0 },
    quality: { enum: ['low', 'high'] },
    stop: {
      anyOf: [{ type: 'string' }, { type: 'array', maxItems: 4, items: { type: 'string' } }],
    },
    tags: { type: 'array', items: { type: 'object', closed: true, properties: {} } },
  },
}

describe('the faults of a value', () => {
  it.each([
    [{ prompt: 'x', temperature: 3 }, 'temperature is 3, but must be at most 2.'],
    [{}, 'prompt is required.'],
    [{ prompt: '' }, 'prompt is an empty string, but must have at least 1 character.'],
    [{ prompt: 'abcdef' }, 'prompt is "abcdef", but may have at most 5 characters.'],
    [{ prompt: 'x', n: 0 }, 'n is 0, but must be greater than 0.'],
    [{ prompt: 'x', n: 1.5 }, 'n is 1.5, but must be an integer.'],
    [{ prompt: 'x', quality: 'best' }, 'quality is "best", but must be one of low, high.'],
    [{ prompt: 'x', stop: 3 }, 'stop is 3, but must be a string or an array.'],
    [{ prompt: 'x', stop: ['a', 2] }, 'stop[1] is 2, but must be a string.'],
    [{ prompt: 'x', tags: [{ a: 1 }] }, 'Unknown property tags[0].a.'],
  ])('%j is said in one sentence', (value, message) => {
    expect(validateValue(schema, value).map((fault) => fault.message)).toEqual([message])
  })

  it('are none where the value fits, where a file is missing, and where anything goes', () => {
    expect(validateValue(schema, { prompt: 'x', stop: ['a'], extra: { deep: 1 } })).toEqual([])
    expect(validateValue({}, { whatever: [1] })).toEqual([])
  })
})

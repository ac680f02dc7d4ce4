import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readSchema } from './openapi-schema.ts'
import { readApiDescription } from './openapi.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Example', version: '1' },
  paths: {
    '/api/v1/models/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: { tags: ['Models'], summary: 'One model', operationId: 'readModel' },
      delete: { deprecated: true },
    },
    '//attacker.example': { get: {} },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', schema: { type: 'string' }, example: 'a' } },
    schemas: {
      Tree: {
        type: 'object',
        properties: { child: { $ref: '#/components/schemas/Tree' }, name: { type: 'string' } },
      },
    },
  },
}

describe('the description of an API', () => {
  it('gives its operations, without the base path and without paths that lead elsewhere', () => {
    const read = readApiDescription(document, '/api/v1')
    expect(
      read?.operations.map(({ key, tag, summary, deprecated }) => [key, tag, summary, deprecated]),
    ).toEqual([
      ['GET /models/{id}', 'Models', 'One model', false],
      ['DELETE /models/{id}', 'Other', '', true],
    ])
    expect(read?.operations[0]?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', examples: ['a'] } },
    ])
  })

  it('is undefined for what is none', () => {
    expect(readApiDescription({ openapi: '2.0', paths: {} })).toBeUndefined()
    expect(readApiDescription('<html>')).toBeUndefined()
  })

  it('is read from any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (paths, schemas) => {
        for (const given of [paths, { '/a': { post: paths } }]) {
          const read = readApiDescription({
            openapi: '3.1.0',
            paths: given,
            components: { schemas },
          })
          expect(read?.operations ?? []).toEqual(expect.any(Array))
        }
      }),
    )
  })
})

describe('a schema', () => {
  it('that refers to itself ends open to any value', () => {
    expect(readSchema(document, { $ref: '#/components/schemas/Tree' })).toEqual({
      type: 'object',
      properties: { child: {}, name: { type: 'string' } },
    })
  })

  it('keeps types, limits, examples and alternatives', () => {
    expect(
      readSchema(document, {
        oneOf: [
          { type: ['string', 'null'], format: 'binary' },
          { type: 'array', items: { const: 'a' }, maxItems: 4 },
        ],
        example: 'x',
        description: 'Words',
      }),
    ).toEqual({
      description: 'Words',
      examples: ['x'],
      anyOf: [
        { type: 'string', nullable: true, file: true },
        { type: 'array', items: { enum: ['a'] }, maxItems: 4 },
      ],
    })
  })

  it('with several types is one of them', () => {
    expect(readSchema(document, { type: ['string', 'number', 'null'] })).toEqual({
      nullable: true,
      anyOf: [{ type: 'string' }, { type: 'number' }],
    })
  })

  it('joins what must hold at once', () => {
    expect(
      readSchema(document, {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'number' } } },
        ],
      }),
    ).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['a'],
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { queryClientOf } from './connection-query.ts'
import { readSchema } from './openapi-schema.ts'
import { apiDescriptionOptions, MAX_OPERATIONS, readApiDescription } from './openapi.ts'

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

const described = (paths: object, more: object = {}) =>
  readApiDescription({ openapi: '3.0.0', paths, ...more })

test.for([[null], ['text'], [{}], [{ openapi: '2.0', paths: {} }], [{ openapi: 3, paths: {} }]])(
  '%j describes no API',
  ([document]) => {
    expect(readApiDescription(document)).toBeUndefined()
  },
)

test('an operation with everything misspelled is still an operation', () => {
  const [operation] =
    described({
      '/x': {
        parameters: 5,
        post: {
          tags: 'none',
          summary: '',
          operationId: 5,
          description: 5,
          deprecated: 'yes',
          parameters: [5, { name: 5, in: 'query' }, { name: 'h', in: 'header' }, { $ref: '#/x' }],
          requestBody: { content: { 'application/json': 5 }, required: 'yes' },
          responses: { 200: { content: 5 }, 201: 5, 500: {} },
        },
        get: 5,
      },
      '/y': 5,
    })?.operations ?? []
  expect(operation).toMatchObject({
    key: 'POST /x',
    tag: 'Other',
    summary: '',
    deprecated: false,
    parameters: [],
    bodyRequired: false,
    responses: [{ status: '200' }, { status: '201' }, { status: '500' }],
    answerTypes: [],
  })
})

test('examples, references and parameters of a query are followed', () => {
  const [operation] =
    described(
      {
        '/x': {
          put: {
            operationId: 'putX',
            description: 'Puts x.',
            parameters: [
              { name: 'q', in: 'query', required: true, description: 'What', schema: {} },
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {},
                  examples: { one: { $ref: '#/components/examples/One' } },
                },
                'multipart/form-data': { schema: { type: 'object' }, example: { a: 1 } },
              },
            },
            responses: { 200: { $ref: '#/components/responses/Ok' } },
          },
        },
      },
      {
        components: {
          examples: { One: { value: { b: 2 } } },
          responses: { Ok: { content: { 'image/png': {} } } },
        },
      },
    )?.operations ?? []
  expect(operation).toMatchObject({
    summary: 'putX',
    description: 'Puts x.',
    parameters: [{ name: 'q', required: true, description: 'What' }],
    bodyRequired: true,
    json: { example: { b: 2 } },
    form: { example: { a: 1 } },
    responses: [{ status: '200', content: [{ type: 'image/png' }] }],
    answerTypes: ['image/png'],
  })
})

test('schemas joined, chosen among and misspelled are read as far as they go', () => {
  const schema = (value: unknown) => readSchema({}, value)
  expect(
    schema({ allOf: [{ required: ['a'], properties: { a: {} } }, { required: ['b'] }] }),
  ).toMatchObject({ required: ['a', 'b'], properties: { a: {} } })
  expect(schema({ allOf: [{ type: 'string' }, {}] })).not.toHaveProperty('properties')
  expect(schema({ anyOf: [{ type: 'string' }] })).toEqual(schema({ type: 'string' }))
  expect(schema({ oneOf: [{ type: 'string' }, { type: 'null' }] }).anyOf).toHaveLength(2)
  expect(schema({ allOf: { type: 'string' } })).toEqual(schema({ type: 'string' }))
  expect(schema({ required: ['a', 5], additionalProperties: false })).toMatchObject({
    required: ['a'],
    closed: true,
  })
  expect(schema({ $ref: '#/components/schemas/None' })).toEqual({})
  expect(schema({ $ref: 'https://elsewhere.example/x' })).toEqual({})
})

/** As vLLM, SGLang and LiteLLM describe themselves (vllm-project/vllm#2341): at the root, for all their paths. */
const fastApi = {
  openapi: '3.1.0',
  info: { title: 'FastAPI', version: '0.1.0' },
  paths: {
    '/health': { get: { summary: 'Health' } },
    '/api/v1/embeddings': { post: { requestBody: { content: { 'application/json': {} } } } },
  },
}

test.for([
  ['nothing', () => jsonResponse({ detail: 'Not Found' }, { status: 404 })],
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
] as const)('with %s below the base URL, the document at the root is read', async ([_, below]) => {
  const { client, world, connection } = fakeClient(({ url }) =>
    url === 'https://api.example.com/openapi.json' ? jsonResponse(fastApi) : below(),
  )
  const read = await queryClientOf(client).fetchQuery(apiDescriptionOptions(client, connection))
  expect(read.operations.map(({ key }) => key)).toEqual(['POST /embeddings'])
  expect(read.unlisted).toBe(1)
  expect(world.sent.map(({ url }) => url)).toEqual([
    'https://api.example.com/api/v1/openapi.json',
    'https://api.example.com/openapi.json',
  ])
})

test.for([
  ['the key is refused', 401, 'https://api.example.com/v1'],
  ['the base URL is the origin', 404, 'https://api.example.com'],
] as const)('where %s the document is looked for once', async ([_, status, baseUrl]) => {
  const { client, world, connection } = fakeClient(() => jsonResponse({}, { status }))
  const options = apiDescriptionOptions(client, { ...connection, baseUrl })
  await expect(queryClientOf(client).fetchQuery(options)).rejects.toThrow(`Status ${status}`)
  expect(world.sent).toHaveLength(1)
})

test.for([
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/vnd.x+json',
  'application/vnd.x+json;version=2',
])('a body of type %s is a form of JSON', (type) => {
  const content = { 'text/plain': {}, [type]: { schema: { type: 'object' } } }
  const operations = described({ '/x': { post: { requestBody: { content } } } })?.operations
  expect(operations?.[0]?.json).toEqual({ schema: { type: 'object' } })
})

test('operations beyond the most that are listed are counted', () => {
  const paths = Array.from({ length: MAX_OPERATIONS + 2 }, (_, at) => [`/${at}`, { get: {} }])
  expect(described(Object.fromEntries(paths))).toMatchObject({ unlisted: 2 })
})

import { Validator } from '@cfworker/json-schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { serviceWithoutPort } from '../../../testing/service-without-port.ts'

const service = serviceWithoutPort()
let document: JsonObject = {}
beforeAll(async () => {
  const response = await service.request('/api/v1/openapi.json')
  document = (await response.json()) as JsonObject
})
afterAll(() => service.close())

const object = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** Every operation with its method and path. */
function operations(): { name: string; operation: JsonObject }[] {
  return Object.entries(object(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: object(operation),
    })),
  )
}

/** Every member of a name at any depth. */
function everywhere(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => everywhere(item, name))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === name ? [member] : []),
    ...everywhere(member, name),
  ])
}

describe('GET /openapi.json', () => {
  it('tells the tokens of a response from the usage that was billed', () => {
    const schemas = object(object(document['components'])['schemas'])
    const members = (name: string) => Object.keys(object(object(schemas[name])['properties']))
    expect(members('Usage')).toContain('total_tokens')
    expect(members('BillingUsage')).toContain('pagination')
  })

  it('describes every route of the service and no other', () => {
    const routes = service.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => {
        const below = path.slice('/api/v1'.length).replaceAll(/:([a-z]+)/g, '{$1}')
        return `${method} ${below}`
      })
    expect(
      operations()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...new Set(routes)].toSorted())
  })

  it('refers only to schemas that it has', () => {
    const schemas = Object.keys(object(object(document['components'])['schemas']))
    const references = [...new Set(everywhere(document, '$ref'))]
    expect(references.length).toBeGreaterThan(10)
    expect(schemas.map((name) => `#/components/schemas/${name}`)).toEqual(
      expect.arrayContaining(references),
    )
  })

  it('gives every body an example that its schema takes', () => {
    const bodies = operations().flatMap(({ name, operation }) =>
      Object.entries(object(object(operation['requestBody'])['content'])).map(
        ([type, content]) => ({ name: `${name} ${type}`, ...object(content) }),
      ),
    )
    expect(bodies.length).toBeGreaterThan(2)
    for (const { name, schema, example } of bodies as Record<string, JsonValue>[]) {
      const whole = { ...object(schema), components: document['components'] }
      const { errors } = new Validator(whole, '2020-12', false).validate(example)
      expect(errors, JSON.stringify(name)).toEqual([])
    }
  })

  it('refuses by its schemas what the service refuses', () => {
    const schema = { $ref: '#/components/schemas/ChatRequest', components: document['components'] }
    const validator = new Validator(schema, '2020-12')
    const messages = [{ role: 'user', content: 'Hi' }]
    expect(validator.validate({ model: 'x', messages }).valid).toBe(true)
    for (const wrong of [
      { messages },
      { model: 'x', messages: [] },
      { model: 'x', messages: [{ role: 'nobody', content: 'Hi' }] },
      { model: 'x', messages, temperature: 3 },
      { model: 'x', messages, vendor_parameters: { enable_web_search: 'maybe' } },
    ])
      expect(validator.validate(wrong).valid, JSON.stringify(wrong)).toBe(false)
  })

  it('says what a field means and what it is when it is absent', () => {
    const schemas = object(object(document['components'])['schemas'])
    const members = (name: string) => object(object(schemas[name])['properties'])
    expect(members('ChatRequest')['frequency_penalty']).toMatchObject({
      type: 'number',
      minimum: -2,
      maximum: 2,
      default: 0,
      description: expect.stringContaining('discourage'),
    })
    expect(members('VendorParameters')['enable_web_search']).toMatchObject({ default: 'off' })
    expect(members('ImageEditRequest')['modelId']).toMatchObject({ deprecated: true })
  })

  it('names every operation once, and says headers, errors and who may call', () => {
    const ids = operations().map(({ operation }) => operation['operationId'])
    expect(new Set(ids).size).toBe(ids.length)
    for (const { name, operation } of operations()) {
      expect(operation, name).toMatchObject({
        summary: expect.any(String),
        tags: [expect.any(String)],
        security: expect.any(Array),
        responses: {
          200: { headers: { 'x-vendor-version': {}, 'CF-RAY': {} }, content: {} },
          429: { headers: { 'x-ratelimit-type': {} } },
        },
      })
    }
  })

  it('is of the revision that the header names', async () => {
    const response = await service.request('/api/v1/openapi.json')
    expect(object(document['info'])['version']).toBe(response.headers.get('x-vendor-version'))
  })
})

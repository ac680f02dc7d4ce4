import { isApiPath } from '../../../../contract/api-path.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import type { ApiMethod } from '../request.ts'
import { connectionQuery } from './connection-query.ts'
import { readSchema, type ValueSchema } from './openapi-schema.ts'

/** One parameter of a path or of a query. */
export interface ApiParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: ValueSchema
}

/** One way to send the body of an operation. */
export interface ApiBody {
  schema: ValueSchema
  example?: JsonValue
}

/** A response that an operation describes. */
export interface ApiResponse {
  /** "200", "4XX" or "default". */
  status: string
  description: string
  /** Its content by media type; read for success alone, since failures are much the same everywhere. */
  content: readonly (ApiBody & { type: string })[]
}

/** One operation that an API describes. */
export interface ApiOperation {
  /** Its key here: "POST /image/edit". */
  key: string
  method: ApiMethod
  /** Below the base address, with its parameters in braces: `/x402/balance/{walletAddress}`. */
  path: string
  /** The first of its tags; "Other" when it has none. */
  tag: string
  summary: string
  description?: string
  deprecated: boolean
  parameters: readonly ApiParameter[]
  bodyRequired: boolean
  /** Every response it describes, success first. */
  responses: readonly ApiResponse[]
  /** Media types that an answer may have. */
  answerTypes: readonly string[]
  /** As JSON, where it may be sent so. */
  json?: ApiBody
  /** As `multipart/form-data`, where it may be sent so. */
  form?: ApiBody
}

/** What an API says of itself. */
export interface ApiDescription {
  title: string
  version: string
  operations: readonly ApiOperation[]
}

/** Operations of a document that are read. */
const MAX_OPERATIONS = 500

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

/** Query options for the description of a connection's API (`GET /openapi.json`); many have none. */
export function apiDescriptionOptions(client: Client, connection: Connection | undefined) {
  const basePath = connection === undefined ? '' : new URL(connection.baseUrl).pathname
  return connectionQuery(client, connection, {
    key: ['openapi'],
    path: '/openapi.json',
    parse: (document) => readApiDescription(document, basePath),
    expected: 'an OpenAPI document',
    staleTime: Infinity,
    retryOnMount: false,
  })
}

/**
 * Reads an OpenAPI 3 document; undefined for anything else. Operations that it cannot read are left
 * out.
 * @param basePath the path of the base address, which some documents repeat before every path
 */
export function readApiDescription(document: unknown, basePath = ''): ApiDescription | undefined {
  if (!isJsonObject(document) || !isJsonObject(document['paths'])) return undefined
  const { openapi, info, paths } = document
  if (typeof openapi !== 'string' || !openapi.startsWith('3.')) return undefined
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    isJsonObject(item) ? operationsOf(document, withoutBase(path, basePath), item) : [],
  )
  const about = isJsonObject(info) ? info : {}
  return {
    title: textOr(about['title'], 'API'),
    version: textOr(about['version'], ''),
    operations: operations.slice(0, MAX_OPERATIONS),
  }
}

function withoutBase(path: string, basePath: string): string {
  return basePath.length > 1 && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}

function operationsOf(document: JsonObject, path: string, item: JsonObject): ApiOperation[] {
  if (!isApiPath(path)) return []
  return Object.entries(METHODS).flatMap(([name, method]): ApiOperation[] => {
    const found = item[name]
    if (!isJsonObject(found)) return []
    const { tags, summary, description } = found
    const body = followed(document, found['requestBody'])
    const content = isJsonObject(body['content']) ? body['content'] : {}
    const json = bodyOf(document, content['application/json'])
    const form = bodyOf(document, content['multipart/form-data'])
    const responses = responsesOf(document, found['responses'])
    return [
      {
        key: `${method} ${path}`,
        method,
        path,
        tag: textOr(Array.isArray(tags) ? tags[0] : undefined, 'Other'),
        summary: textOr(summary, textOr(found['operationId'], '')),
        ...(typeof description === 'string' ? { description } : {}),
        deprecated: found['deprecated'] === true,
        parameters: [...list(item['parameters']), ...list(found['parameters'])].flatMap((given) =>
          parameterOf(document, followed(document, given)),
        ),
        bodyRequired: body['required'] === true,
        responses,
        answerTypes: [
          ...new Set(responses.flatMap(({ content }) => content.map(({ type }) => type))),
        ],
        ...(json === undefined ? {} : { json }),
        ...(form === undefined ? {} : { form }),
      },
    ]
  })
}

function responsesOf(document: JsonObject, given: unknown): ApiResponse[] {
  if (!isJsonObject(given)) return []
  const read = Object.entries(given).map(([status, answer]): ApiResponse => {
    const { description, content } = followed(document, answer)
    const types = isGood(status) && isJsonObject(content) ? Object.entries(content) : []
    return {
      status,
      description: textOr(description, ''),
      content: types.flatMap(([type, one]) => {
        const body = bodyOf(document, one)
        return body === undefined ? [] : [{ type, ...body }]
      }),
    }
  })
  return [
    ...read.filter(({ status }) => isGood(status)),
    ...read.filter(({ status }) => !isGood(status)),
  ]
}

function isGood(status: string): boolean {
  return status.startsWith('2')
}

function parameterOf(document: JsonObject, found: JsonObject): ApiParameter[] {
  const { name, description, required } = found
  const place = found['in']
  if (typeof name !== 'string' || (place !== 'path' && place !== 'query')) return []
  const schema = readSchema(document, found['schema'])
  return [
    {
      name,
      in: place,
      required: required === true || place === 'path',
      ...(typeof description === 'string' ? { description } : {}),
      schema: found['example'] === undefined ? schema : { ...schema, examples: [found['example']] },
    },
  ]
}

function bodyOf(document: JsonObject, content: unknown): ApiBody | undefined {
  if (!isJsonObject(content)) return undefined
  const { schema, example, examples } = content
  const [first] = isJsonObject(examples) ? Object.values(examples) : []
  const named = isJsonObject(first) ? followed(document, first)['value'] : undefined
  const given = example ?? named
  return {
    schema: readSchema(document, schema),
    ...(given === undefined ? {} : { example: given }),
  }
}

/** A part of the document, or the part that it refers to. */
function followed(document: JsonObject, part: unknown): JsonObject {
  if (!isJsonObject(part)) return {}
  const reference = part['$ref']
  if (typeof reference !== 'string') return part
  const target = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(reference)
  const [, kind = '', name = ''] = target ?? []
  const components = document['components']
  const group = isJsonObject(components) ? components[kind] : undefined
  const found = isJsonObject(group) ? group[name] : undefined
  return isJsonObject(found) ? found : {}
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

import type { QueryFunctionContext } from '@tanstack/query-core'

import { isApiPath } from '../../../../contract/api-path.ts'
import { isServiceError } from '../../../../contract/errors/failure.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import type { ApiMethod } from '../request.ts'
import { connectionQuery, fetchJson, QueryFailure } from './connection-query.ts'
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
  /** How many more it has: not below the base URL, or beyond the first {@link MAX_OPERATIONS}. */
  unlisted: number
}

/** Operations of a document that are listed. */
export const MAX_OPERATIONS = 500

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

/**
 * Query options for the description of a connection's API (`GET /openapi.json`, below its base URL or else at
 * the same origin, where FastAPI has it); many have none.
 */
export function apiDescriptionOptions(client: Client, connection: Connection | undefined) {
  const { pathname: basePath, origin } = new URL(connection?.baseUrl ?? client.world.origin)
  const reading = {
    parse: (document: unknown) => readApiDescription(document, basePath),
    expected: 'an OpenAPI document',
  }
  const path = '/openapi.json'
  const options = connectionQuery(client, connection, {
    key: ['openapi'],
    path,
    ...reading,
    staleTime: Infinity,
    retryOnMount: false,
  })
  return {
    ...options,
    queryFn: (context: QueryFunctionContext): Promise<ApiDescription> =>
      options.queryFn(context).catch((error: unknown) => {
        if (connection === undefined || basePath === '/' || !isMissing(error)) throw error
        return fetchJson(client, { ...connection, baseUrl: origin }, path, reading, context.signal)
      }),
  }
}

/** Whether an API has something else, or nothing, where its document was looked for. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof QueryFailure)) return false
  const { failure } = error
  return isServiceError(failure)
    ? failure.status === 404 || failure.status === 405
    : failure.kind === 'unexpected_answer'
}

/**
 * Reads an OpenAPI 3 document; undefined for anything else. Operations that can't be called at the base URL
 * are left out, and counted.
 * @param basePath the path of the base address, which some documents repeat before every path
 */
export function readApiDescription(document: unknown, basePath = ''): ApiDescription | undefined {
  if (!isJsonObject(document) || !isJsonObject(document['paths'])) return undefined
  const { openapi, info, paths } = document
  if (typeof openapi !== 'string' || !openapi.startsWith('3.')) return undefined
  const base = basePath.length > 1 ? basePath : ''
  // A document whose paths have it tells of other paths, such as /health, that they are elsewhere.
  const repeatsBase = base !== '' && Object.keys(paths).some((path) => path.startsWith(`${base}/`))
  const found = Object.entries(paths).flatMap(([path, item]) => {
    const isBelow = !repeatsBase || path.startsWith(`${base}/`)
    const below = repeatsBase ? path.slice(base.length) : path
    const read = isJsonObject(item) ? operationsOf(document, below, item) : []
    return read.map((operation) => ({ operation, isListed: isBelow && isApiPath(below) }))
  })
  const operations = found.flatMap(({ operation, isListed }) => (isListed ? operation : []))
  const about = isJsonObject(info) ? info : {}
  const listed = operations.slice(0, MAX_OPERATIONS)
  return {
    title: textOr(about['title'], 'API'),
    version: textOr(about['version'], ''),
    operations: listed,
    unlisted: found.length - listed.length,
  }
}

function operationsOf(document: JsonObject, path: string, item: JsonObject): ApiOperation[] {
  return Object.entries(METHODS).flatMap(([name, method]): ApiOperation[] => {
    const found = item[name]
    if (!isJsonObject(found)) return []
    const { tags, summary, description } = found
    const body = followed(document, found['requestBody'])
    const content = isJsonObject(body['content']) ? body['content'] : {}
    const types = Object.keys(content)
    const jsonType =
      types.find((type) => bareType(type) === 'application/json') ??
      types.find((type) => bareType(type).endsWith('+json'))
    const formType = types.find((type) => bareType(type) === 'multipart/form-data')
    const json = bodyOf(document, content[jsonType ?? ''])
    const form = bodyOf(document, content[formType ?? ''])
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
        ...given({ json, form }),
      },
    ]
  })
}

/** A media type without its parameters: "application/json; charset=utf-8" is JSON. */
function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
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
  const shown = example ?? named
  return { schema: readSchema(document, schema), ...given({ example: shown }) }
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

import type { FieldAbout, FieldTable } from '../../../../contract/field-rule.ts'
import type { HeaderGroup } from '../../../../contract/headers/header-spec.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'

const REFERENCE = '#/components/schemas/'

/** A reference to a schema of the document. */
export function reference({ name }: NamedSchema): JsonObject {
  return { $ref: `${REFERENCE}${name}` }
}

/** JSON Schema (2020-12) of one schema, for a place of its own. */
export function inlineSchema(schema: z.ZodMiniType): JsonObject {
  return tidied(
    z.toJSONSchema(schema, { target: 'draft-2020-12', unrepresentable: 'any', io: 'input' }),
  )
}

/** The schemas of a document by name. A schema inside another is referred to, not repeated. */
export function componentSchemas(named: readonly NamedSchema[]): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>()
  const byName = new Map(named.map((one) => [one.name, one]))
  for (const { name, schema } of named)
    if (!registry.has(schema)) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    unrepresentable: 'any',
    io: 'input',
    uri: (id) => `${REFERENCE}${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      described(tidied(schema), byName.get(name)),
    ]),
  )
}

/** Without what the schema library adds for its own sake. */
function tidied(schema: object): JsonObject {
  const { $schema: _, $id: __, ...rest } = withoutSafeIntegers(JSON.parse(JSON.stringify(schema)))
  return rest
}

function withoutSafeIntegers(schema: JsonObject): JsonObject {
  const isNoLimit = (value: unknown) =>
    schema['type'] === 'integer' && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  const changed = (value: JsonValue | undefined): JsonValue | undefined =>
    Array.isArray(value)
      ? value.map((item) => (isJsonObject(item) ? withoutSafeIntegers(item) : item))
      : isJsonObject(value)
        ? withoutSafeIntegers(value)
        : value
  const members = Object.entries(schema).filter(([, value]) => !isNoLimit(value))
  return Object.fromEntries(members.map(([name, value]) => [name, changed(value)]))
}

const FILE = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }

/** Names, meanings and defaults of a field table beside the limits that the schema tells. */
function described(schema: JsonObject, named: NamedSchema | undefined): JsonObject {
  const properties = schema['properties']
  if (!isJsonObject(properties)) return schema
  const { fields = {}, files = [] } = named ?? {}
  const members = Object.entries(properties).map(([name, property]) => [
    name,
    {
      ...(files.includes(name) ? FILE : isJsonObject(property) ? property : {}),
      ...(Object.hasOwn(fields, name) ? about(fields[name]) : {}),
    },
  ])
  return { ...schema, properties: Object.fromEntries(members) }
}

function about(field: FieldAbout | undefined): JsonObject {
  if (field === undefined) return {}
  const { label, meaning = '', default: fallback, deprecated } = field
  return {
    title: label,
    description: deprecated === undefined ? meaning : `${meaning} Deprecated: ${deprecated}`,
    ...given({ default: fallback }),
    ...(deprecated === undefined ? {} : { deprecated: true }),
  }
}

/** The members of a query's schema as parameters, none of them required, with what each says. */
export function queryParameters<Shape extends Record<string, z.ZodMiniType>>(
  { shape }: z.ZodMiniObject<Shape>,
  meanings: Readonly<Record<keyof Shape & string, string>>,
  defaults: Readonly<Record<string, JsonValue>> = {},
): Parameter[] {
  return Object.entries(shape).map(([name, schema]): Parameter => {
    const fallback = defaults[name]
    return {
      name,
      in: 'query',
      description: meanings[name] ?? '',
      schema,
      ...given({ default: fallback }),
    }
  })
}

/** A schema under the name that it has in `#/components/schemas`. */
export interface NamedSchema {
  name: string
  schema: z.ZodMiniType
  /** Says more of the members than the schema does: their meanings and defaults. */
  fields?: FieldTable
  /** Members that a form sends as files. */
  files?: readonly string[]
}

/** One parameter in the path or after the `?`. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description: string
  schema: z.ZodMiniType
  default?: JsonValue
}

/** What an answer or a body is, by media type: JSON of a schema, or text or bytes as such. */
export type Content = NamedSchema | 'text' | 'bytes'

/** A body with something that can be sent as it stands. */
export interface BodyContent {
  schema: NamedSchema
  example: JsonObject | readonly JsonObject[]
}

/** Who may call: anyone; a key; a key or a signed-in wallet; that wallet itself; or whoever sends a payment. */
export type Access = 'anyone' | 'key' | 'key or wallet' | 'wallet' | 'payment'

/** One operation of the service, as the document describes it. */
export interface Operation {
  method: 'get' | 'post'
  /** Below the base address, with names in braces. */
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string
  access: Access
  parameters?: readonly Parameter[]
  /** Bodies by media type. */
  body?: Readonly<Record<string, BodyContent>>
  /** What a success answers, by media type. */
  answers: Readonly<Record<string, Content>>
  /** Groups of response headers besides those that every answer has. */
  headers?: readonly HeaderGroup[]
  /** Error statuses besides those that follow from the access and the body. */
  errors?: readonly number[]
}

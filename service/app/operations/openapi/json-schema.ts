import type { FieldAbout } from '../../../../contract/field-rule.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { NamedSchema } from './operation.ts'

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
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(deprecated === undefined ? {} : { deprecated: true }),
  }
}

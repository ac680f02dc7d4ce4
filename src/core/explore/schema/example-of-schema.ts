import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { ValueSchema } from '../../client/queries/openapi-schema.ts'

/** Deeper values, and further members, say nothing more. */
const MAX_DEPTH = 6
const MAX_MEMBERS = 40

/** A value as a schema describes it, with all of its members: what a response may look like. */
export function exampleOfSchema(schema: ValueSchema, depth = 0): JsonValue {
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined) return given
  const alternative = schema.anyOf?.find(({ type }) => type !== 'null')
  if (alternative !== undefined) return exampleOfSchema(alternative, depth)
  switch (schema.type) {
    case 'object':
      return depth < MAX_DEPTH ? exampleObject(schema, depth) : {}
    case 'array':
      return schema.items === undefined || depth >= MAX_DEPTH
        ? []
        : [exampleOfSchema(schema.items, depth + 1)]
    case 'number':
    case 'integer':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'string':
      return 'string'
    default:
      return null
  }
}

function exampleObject({ properties = {} }: ValueSchema, depth: number): JsonObject {
  return Object.fromEntries(
    Object.entries(properties)
      .slice(0, MAX_MEMBERS)
      .map(([name, member]) => [name, exampleOfSchema(member, depth + 1)]),
  )
}

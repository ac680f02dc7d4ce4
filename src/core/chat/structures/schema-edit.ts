import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { entriesOf, freshName, renamed, without } from './entries.ts'

/** The kinds of value that the schema form can describe. */
export const SCHEMA_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const
export type SchemaType = (typeof SCHEMA_TYPES)[number]

/** One property of an object schema. */
export interface SchemaProperty {
  name: string
  schema: JsonObject
  required: boolean
}

/** The type of a schema when the form can show it; undefined for unions, references and the like. */
export function typeOf(schema: JsonObject): SchemaType | undefined {
  return SCHEMA_TYPES.find((type) => type === schema['type'])
}

/** The properties of an object schema, in order. */
export function propertiesOf(schema: JsonObject): SchemaProperty[] {
  const required = requiredOf(schema)
  return entriesOf(membersOf(schema)).map(([name, member]) => ({
    name,
    schema: isJsonObject(member) ? member : {},
    required: required.includes(name),
  }))
}

/** The schema with a new text property at the end. */
export function withNewProperty(schema: JsonObject): JsonObject {
  const members = membersOf(schema)
  const name = freshName('property', Object.keys(members))
  return { ...schema, properties: { ...members, [name]: { type: 'string' } } }
}

/** The schema with one property described anew. */
export function withProperty(schema: JsonObject, name: string, member: JsonObject): JsonObject {
  return { ...schema, properties: { ...membersOf(schema), [name]: member } }
}

/** The schema with a property under another name, required if it was. */
export function withRenamed(schema: JsonObject, from: string, to: string): JsonObject {
  const properties = renamed(membersOf(schema), from, to)
  return schema['required'] === undefined
    ? { ...schema, properties }
    : {
        ...schema,
        properties,
        required: requiredOf(schema).map((name) => (name === from ? to : name)),
      }
}

/** The schema without a property, which is not required any more either. */
export function withoutProperty(schema: JsonObject, name: string): JsonObject {
  return withRequired({ ...schema, properties: without(membersOf(schema), name) }, name, false)
}

/** The schema with a property required or not. */
export function withRequired(schema: JsonObject, name: string, required: boolean): JsonObject {
  const others = requiredOf(schema).filter((other) => other !== name)
  if (!required && schema['required'] === undefined) return schema
  return { ...schema, required: required ? [...others, name] : others }
}

/** The schema as another type: what says something about the old type only is dropped. */
export function withType(schema: JsonObject, type: SchemaType): JsonObject {
  const { description } = schema
  return {
    type,
    ...(description !== undefined && { description }),
    ...(type === 'object' && { properties: {}, required: [] }),
    ...(type === 'array' && { items: { type: 'string' } }),
  }
}

/** The schema with a list of allowed texts or numbers; an empty list allows every one again. */
export function withValues(schema: JsonObject, written: string): JsonObject {
  const isNumber = schema['type'] === 'number' || schema['type'] === 'integer'
  const values = written
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map((value) => (isNumber && Number.isFinite(Number(value)) ? Number(value) : value))
  return values.length === 0 ? without(schema, 'enum') : { ...schema, enum: values }
}

/** The allowed values of a schema as they are written. */
export function valuesOf(schema: JsonObject): string {
  return Array.isArray(schema['enum']) ? schema['enum'].map(textOf).join(', ') : ''
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function membersOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema['properties']) ? schema['properties'] : {}
}

function requiredOf(schema: JsonObject): string[] {
  const { required } = schema
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

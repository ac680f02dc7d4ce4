import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { ValueSchema } from '../../client/queries/openapi-schema.ts'
import { validateValue } from './validate-value.ts'

/** Whether a field takes the bytes of a file. */
export function takesFile({ file, anyOf, items }: ValueSchema): boolean {
  return file === true || anyOf?.some((one) => one.file === true) === true || items?.file === true
}

/** A value to begin with: an example, else only what is required, because what is unset is not sent. */
export function valueToBegin(schema: ValueSchema): JsonValue {
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined) return given
  if (schema.anyOf?.[0] !== undefined) return valueToBegin(schema.anyOf[0])
  switch (schema.type) {
    case 'object':
      return objectToBegin(schema)
    case 'array':
      return (schema.minItems ?? 0) > 0 && schema.items !== undefined
        ? [valueToBegin(schema.items)]
        : []
    case 'number':
    case 'integer':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return ''
  }
}

function objectToBegin({ properties = {}, required = [] }: ValueSchema): JsonObject {
  return Object.fromEntries(
    required.flatMap((name) => {
      const member = properties[name]
      return member === undefined || takesFile(member) ? [] : [[name, valueToBegin(member)]]
    }),
  )
}

/** The limits of a field in words: "0 to 2", "at most 5 characters"; empty when it has none. */
export function limitsOf(schema: ValueSchema): string {
  const { type } = schema
  if (type === 'array') return range(schema.minItems, schema.maxItems, 'item')
  if (type === 'string') {
    if (schema.minLength === 1 && schema.maxLength === undefined) return 'not empty'
    return range(schema.minLength, schema.maxLength, 'character')
  }
  if (schema.exclusiveMinimum !== undefined && schema.maximum === undefined)
    return `greater than ${schema.exclusiveMinimum}`
  return range(schema.minimum, schema.maximum, '')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  // The largest whole number is what "no limit" becomes in many documents.
  const upper = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most
  const lower = least === undefined || least <= Number.MIN_SAFE_INTEGER ? undefined : least
  const units = (limit: number) =>
    unit === '' ? String(limit) : `${limit} ${unit}${limit === 1 ? '' : 's'}`
  if (lower !== undefined && upper !== undefined) return `${lower} to ${units(upper)}`
  if (lower !== undefined) return `at least ${units(lower)}`
  return upper === undefined ? '' : `at most ${units(upper)}`
}

/** One of the shapes that a value may have, with a name to choose it by. */
interface Alternative {
  name: string
  schema: ValueSchema
}

/** The shapes that a value may have, each with a name of its own. */
export function alternativesOf({ anyOf = [] }: ValueSchema): Alternative[] {
  const names = anyOf.map(nameOf)
  return anyOf.map((schema, index) => {
    const name = names[index] ?? 'value'
    const twice = names.indexOf(name) !== names.lastIndexOf(name)
    return { name: twice ? `${name} ${index + 1}` : name, schema }
  })
}

/** The alternative that a value follows, or comes nearest to. */
export function alternativeFor(
  alternatives: readonly Alternative[],
  value: JsonValue,
): Alternative | undefined {
  const faults = alternatives.map(({ schema }) => validateValue(schema, value))
  const fits = faults.findIndex((found) => found.length === 0)
  const near = faults.findIndex((found) => found.every(({ path }) => path.length > 0))
  return alternatives[fits === -1 ? near : fits]
}

/** A title, or what sets an object apart (`role: user`), or the kind of value. */
function nameOf({ title, type, enum: values, properties, items }: ValueSchema): string {
  if (title !== undefined) return title
  if (values !== undefined) return values.slice(0, 3).map(textOf).join(' | ')
  const mark = Object.entries(properties ?? {}).find(([, member]) => member.enum?.length === 1)
  if (mark !== undefined) return `${mark[0]}: ${textOf(mark[1].enum?.[0] ?? null)}`
  if (type === 'array') return items?.type === undefined ? 'array' : `array of ${items.type}`
  return type ?? 'value'
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

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

interface SchemaRow {
  /** Where it is: "choices[].message". */
  path: string
  name: string
  depth: number
  /** In words: "array of string", "low | high". */
  type: string
  required: boolean
  description: string
}

/** Deeper members and more lines are not read. */
const MAX_ROW_DEPTH = 3
const MAX_ROWS = 80

/** The members of a value that a schema describes, each followed by its own. */
export function schemaRows(schema: ValueSchema): SchemaRow[] {
  return rowsOf(schema, '', 0).slice(0, MAX_ROWS)
}

function rowsOf(schema: ValueSchema, path: string, depth: number): SchemaRow[] {
  const { holder, suffix } = withMembers(schema)
  if (holder === undefined || depth > MAX_ROW_DEPTH) return []
  const inside = `${path}${suffix}`
  return Object.entries(holder.properties ?? {}).flatMap(([name, member]) => {
    const own = inside === '' ? name : `${inside}.${name}`
    const row: SchemaRow = {
      path: own,
      name,
      depth,
      type: typeInWords(member),
      required: holder.required?.includes(name) === true,
      description: member.description ?? '',
    }
    return [row, ...rowsOf(member, own, depth + 1)]
  })
}

/** The schema whose members are listed: the value's own, or those of what an array holds. */
function withMembers(schema: ValueSchema): { holder: ValueSchema | undefined; suffix: string } {
  if (schema.properties !== undefined) return { holder: schema, suffix: '' }
  if (schema.items?.properties !== undefined) return { holder: schema.items, suffix: '[]' }
  const found = schema.anyOf?.find(({ properties }) => properties !== undefined)
  return { holder: found, suffix: '' }
}

function typeInWords(schema: ValueSchema): string {
  const { type, enum: values, anyOf = [], items, nullable } = schema
  const own =
    values !== undefined
      ? values.slice(0, 6).map(String).join(' | ')
      : anyOf.length > 0
        ? [...new Set(anyOf.map(typeInWords))].join(' | ')
        : type === 'array'
          ? `array of ${items === undefined ? 'any' : typeInWords(items)}`
          : (type ?? 'any')
  return nullable === true ? `${own} | null` : own
}

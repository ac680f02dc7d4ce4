import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { ValueSchema } from '../../client/queries/openapi-schema.ts'

/** Whether a field takes the bytes of a file. */
export function takesFile({ file, anyOf, items }: ValueSchema): boolean {
  return file === true || anyOf?.some((one) => one.file === true) === true || items?.file === true
}

/**
 * A value to begin with: an example where there is one, else what is required of it and no more,
 * because what is unset is not sent.
 */
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

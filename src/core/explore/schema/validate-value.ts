import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { pathText, type ValidationIssue } from '../../../../contract/validation.ts'
import type { ValueSchema } from '../../client/queries/openapi-schema.ts'

/** Errors that are reported; more would not be read. */
const MAX_ERRORS = 50

type Path = readonly (string | number)[]
type Fault = Pick<ValidationIssue, 'path' | 'message'>

/** What is wrong with a value by the API's schema: field, value and limit. Files are no JSON, so they are not here. */
export function validateValue(schema: ValueSchema, value: JsonValue, at: Path = []): Fault[] {
  return validate(schema, value, at).slice(0, MAX_ERRORS)
}

function validate(schema: ValueSchema, value: JsonValue, at: Path): Fault[] {
  const must = (demand: string): Fault[] => [
    { path: [...at], message: `${subject(at)} is ${valueText(value)}, but ${demand}.` },
  ]
  if (value === null && schema.nullable === true) return []
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((one) => validate(one, value, at))
    if (found.some((faults) => faults.length === 0)) return []
    // The alternative that got furthest is the one that was meant.
    const meant = found.findIndex((faults) => faults.every(({ path }) => path.length > at.length))
    return found[meant] ?? must(`must be ${kinds(schema)}`)
  }
  if (schema.enum !== undefined)
    return schema.enum.some((allowed) => same(allowed, value)) ? [] : must(oneOf(schema.enum))
  switch (schema.type) {
    case 'null':
      return value === null ? [] : must('must be null')
    case 'boolean':
      return typeof value === 'boolean' ? [] : must('must be true or false')
    case 'string':
      return typeof value === 'string'
        ? length(schema.minLength, schema.maxLength, value.length, 'character', must)
        : must('must be a string')
    case 'number':
    case 'integer':
      return validateNumber(schema, value, must)
    case 'array':
      if (!Array.isArray(value)) return must('must be an array')
      return [
        ...length(schema.minItems, schema.maxItems, value.length, 'item', must),
        ...value.flatMap((item, index) => validate(schema.items ?? {}, item, [...at, index])),
      ]
    case 'object':
      return isJsonObject(value) ? validateMembers(schema, value, at) : must('must be an object')
    default:
      return []
  }
}

function validateMembers(
  { properties = {}, required = [], closed }: ValueSchema,
  value: Readonly<Record<string, JsonValue | undefined>>,
  at: Path,
): Fault[] {
  const missing = required
    .filter((name) => value[name] === undefined && properties[name]?.file !== true)
    .map((name) => fault([...at, name], `${subject([...at, name])} is required.`))
  const unknown = Object.keys(value)
    .filter((name) => closed === true && !Object.hasOwn(properties, name))
    .map((name) => fault([...at, name], `Unknown property ${subject([...at, name])}.`))
  const inside = Object.entries(value).flatMap(([name, member]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    return schema === undefined || schema.file === true || member === undefined
      ? []
      : validate(schema, member, [...at, name])
  })
  return [...missing, ...unknown, ...inside]
}

function validateNumber(
  schema: ValueSchema,
  value: JsonValue,
  must: (demand: string) => Fault[],
): Fault[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const whole = schema.type === 'integer'
  if (typeof value !== 'number' || (whole && !Number.isInteger(value)))
    return must(whole ? 'must be an integer' : 'must be a number')
  if (minimum !== undefined && value < minimum) return must(`must be at least ${minimum}`)
  if (maximum !== undefined && value > maximum) return must(`must be at most ${maximum}`)
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return must(`must be greater than ${exclusiveMinimum}`)
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return must(`must be less than ${exclusiveMaximum}`)
  return []
}

function length(
  least: number | undefined,
  most: number | undefined,
  count: number,
  unit: string,
  must: (demand: string) => Fault[],
): Fault[] {
  const units = (limit: number) => `${limit} ${unit}${limit === 1 ? '' : 's'}`
  if (least !== undefined && count < least) return must(`must have at least ${units(least)}`)
  if (most !== undefined && count > most) return must(`may have at most ${units(most)}`)
  return []
}

function oneOf(values: readonly JsonValue[]): string {
  const words = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return `must be ${words.length === 1 ? '' : 'one of '}${words.slice(0, 30).join(', ')}`
}

function kinds({ anyOf = [] }: ValueSchema): string {
  return [...new Set(anyOf.map(({ type }) => kindText(type)))].join(' or ')
}

function kindText(type: ValueSchema['type']): string {
  if (type === 'null') return type
  if (type === undefined) return 'a value'
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`
}

function fault(path: (string | number)[], message: string): Fault {
  return { path, message }
}

function subject(at: Path): string {
  return at.length === 0 ? 'The body' : pathText(at)
}

function same(one: JsonValue, other: JsonValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The value as a message shows it: never a whole document. */
function valueText(value: JsonValue): string {
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (isJsonObject(value)) return 'an object'
  if (typeof value !== 'string') return String(value)
  if (value === '') return 'an empty string'
  return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value)
}

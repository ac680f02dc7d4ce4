import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

/** A response format in the parts that are edited alone. */
interface FormatParts {
  type: string
  /** Empty: the schema stands in `json_schema` itself, as in the sample of the API reference. */
  name: string
  /** Undefined: not sent. */
  strict: boolean | undefined
  schema: JsonValue | undefined
  /** What else is in the format, and in its `json_schema`. */
  others: JsonObject
  schemaOthers: JsonObject
}

/** The parts of a response format; one that is not set begins as a schema without content. */
export function readFormat(value: JsonValue | undefined): FormatParts {
  if (!isJsonObject(value))
    return {
      type: 'json_schema',
      name: 'response',
      strict: undefined,
      schema: undefined,
      others: {},
      schemaOthers: {},
    }
  const { type, json_schema: holder, ...others } = value
  const isFlat = isJsonObject(holder) && holder['schema'] === undefined && holder['name'] == null
  const { name, strict, schema, ...schemaOthers } =
    isJsonObject(holder) && !isFlat ? holder : ({ schema: holder } as JsonObject)
  return {
    type: typeof type === 'string' ? type : 'json_schema',
    name: typeof name === 'string' ? name : '',
    strict: typeof strict === 'boolean' ? strict : undefined,
    schema,
    others,
    schemaOthers,
  }
}

/** The response format that parts make. */
export function writeFormat(parts: FormatParts): JsonObject {
  const { type, name, strict, schema, others, schemaOthers } = parts
  if (type !== 'json_schema') return { ...others, type }
  const holder = { ...(name === '' ? {} : { name }), ...given({ strict }), ...schemaOthers }
  const isFlat = Object.keys(holder).length === 0 && isJsonObject(schema)
  return { ...others, type, json_schema: isFlat ? schema : { ...holder, schema: schema ?? {} } }
}

/**
 * The parts of what was pasted where it is more than a schema: a request, a response format of either API, or
 * a schema with its name. Undefined for a schema alone.
 */
export function pastedFormat(value: unknown): FormatParts | undefined {
  if (!isJsonObject(value)) return undefined
  const { response_format: format, text, type, schema } = value
  if (isJsonObject(format)) return pastedFormat(format) ?? readFormat(format)
  if (isJsonObject(text) && isJsonObject(text['format'])) return pastedFormat(text['format'])
  if (isJsonObject(value['json_schema'])) return readFormat({ ...value, type: 'json_schema' })
  if (!isJsonObject(schema)) return undefined
  const { type: _, ...holder } = value
  return readFormat({
    type: 'json_schema',
    json_schema: type === undefined || type === 'json_schema' ? holder : value,
  })
}

/** The types of JSON Schema. */
export const SCHEMA_TYPES: readonly unknown[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]

/** Keywords of one schema, of a list of them, and of schemas by name. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains']
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const NAMED = ['properties', '$defs', 'definitions', 'patternProperties']

interface SchemaProblem {
  path: readonly (string | number)[]
  message: string
  severity: 'error'
}

/** What is wrong with a JSON Schema whatever it describes, each at its place. */
export function schemaProblems(
  value: JsonValue | undefined,
  path: SchemaProblem['path'] = [],
): SchemaProblem[] {
  const fault = (message: string, ...at: (string | number)[]): SchemaProblem[] => [
    { path: [...path, ...at], message, severity: 'error' },
  ]
  if (typeof value === 'boolean' && path.length > 0) return []
  if (!isJsonObject(value)) return fault('A schema is an object, such as {"type": "object"}.')
  const { type, properties, required, enum: values } = value
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const unknown = types.find((one) => !SCHEMA_TYPES.includes(one))
  const below = (keyword: string, ...at: (string | number)[]) => [...path, keyword, ...at]
  return [
    ...(unknown === undefined
      ? []
      : fault(`Unknown type ${JSON.stringify(unknown)}. Use ${SCHEMA_TYPES.join(', ')}.`, 'type')),
    ...(values === undefined || Array.isArray(values)
      ? []
      : fault('enum must be an array of values.', 'enum')),
    ...(required === undefined || Array.isArray(required)
      ? []
      : fault('required must be an array of property names.', 'required')),
    ...(Array.isArray(required) && isJsonObject(properties)
      ? required.flatMap((name, index) =>
          typeof name === 'string' && Object.hasOwn(properties, name)
            ? []
            : fault(`${JSON.stringify(name)} isn't among the properties.`, 'required', index),
        )
      : []),
    ...ONE.flatMap((keyword) =>
      value[keyword] === undefined ? [] : schemaProblems(value[keyword], below(keyword)),
    ),
    ...LISTS.flatMap((keyword) => {
      const list = value[keyword]
      if (list === undefined) return []
      return Array.isArray(list)
        ? list.flatMap((one, index) => schemaProblems(one, below(keyword, index)))
        : fault(`${keyword} must be an array of schemas.`, keyword)
    }),
    ...NAMED.flatMap((keyword) => {
      const named = value[keyword]
      if (named === undefined) return []
      return isJsonObject(named)
        ? Object.entries(named).flatMap(([name, one]) => schemaProblems(one, below(keyword, name)))
        : fault(`${keyword} is an object of schemas by name.`, keyword)
    }),
  ]
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

/** A response format in the parts that are edited alone. */
export interface FormatParts {
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
  const holder = {
    ...(name === '' ? {} : { name }),
    ...(strict === undefined ? {} : { strict }),
    ...schemaOthers,
  }
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

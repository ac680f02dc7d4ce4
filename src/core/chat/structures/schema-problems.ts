import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'

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

/**
 * What is wrong with a JSON Schema whatever it describes, each at its place.
 * @example
 * schemaProblems({ type: 'objct' }) // [{ path: ['type'], message: 'Unknown type "objct". …' }]
 */
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

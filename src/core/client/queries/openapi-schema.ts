import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

/** What a value may be, in the words of JSON Schema, with references followed; anything without `type` and `anyOf`. */
export interface ValueSchema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  /** May be null too. */
  nullable?: true
  title?: string
  description?: string
  deprecated?: true
  enum?: readonly JsonValue[]
  default?: JsonValue
  examples?: readonly JsonValue[]
  properties?: Readonly<Record<string, ValueSchema>>
  required?: readonly string[]
  /** No member besides `properties`. */
  closed?: true
  items?: ValueSchema
  anyOf?: readonly ValueSchema[]
  /** The bytes of a file, in a form that carries files. */
  file?: true
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Deeper structures, and whatever refers to itself, are open to any value. */
const MAX_DEPTH = 14
/** Schemas read of one body: a hostile document cannot keep the page busy. */
const MAX_SCHEMAS = 4_000

interface Walk {
  document: JsonObject
  left: number
}

/** Reads a schema of an OpenAPI 3 document. Whatever it cannot read is open to any value. */
export function readSchema(document: JsonObject, schema: unknown): ValueSchema {
  return read({ document, left: MAX_SCHEMAS }, schema, 0, [])
}

function read(walk: Walk, found: unknown, depth: number, within: readonly string[]): ValueSchema {
  walk.left -= 1
  if (walk.left < 0 || depth > MAX_DEPTH || !isJsonObject(found)) return {}
  const reference = found['$ref']
  if (typeof reference === 'string') {
    if (within.includes(reference)) return {}
    const target = referred(walk.document, reference)
    return { ...read(walk, target, depth, [...within, reference]), ...words(found) }
  }
  const inner = (part: unknown) => read(walk, part, depth + 1, within)
  const all = list(found['allOf'] ?? []).map(inner)
  const own: ValueSchema = {
    ...kind(found),
    ...words(found),
    ...limits(found),
    ...members(found, inner),
    ...alternatives(found, inner),
  }
  return all.reduce(joined, own)
}

/** What `#/components/schemas/Name` stands for; nothing outside the document is ever fetched. */
function referred(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, part) =>
        isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined,
      document,
    )
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const

function kind(found: JsonObject): ValueSchema {
  const types = list(found['type'] ?? []).flatMap((type) => TYPES.find((one) => one === type) ?? [])
  const real = types.filter((type) => type !== 'null')
  const nullable: ValueSchema = real.length < types.length ? { nullable: true } : {}
  if (real.length > 1) return { ...nullable, anyOf: real.map((type) => kind({ ...found, type })) }
  const type = real[0] ?? types[0] ?? (isJsonObject(found['properties']) ? 'object' : undefined)
  const isFile =
    found['format'] === 'binary' ||
    (typeof found['contentMediaType'] === 'string' && found['contentEncoding'] === undefined)
  const constant = found['const']
  const values = Array.isArray(found['enum']) ? found['enum'] : undefined
  return {
    ...given({ type }),
    ...(type === 'null' ? {} : nullable),
    ...(isFile && type === 'string' ? { file: true } : {}),
    ...(values === undefined ? {} : { enum: values.slice(0, 500) }),
    ...(constant === undefined ? {} : { enum: [constant] }),
  }
}

function words(found: JsonObject): ValueSchema {
  const { title, description, deprecated, example, examples } = found
  const proposed = Array.isArray(examples) ? examples : example === undefined ? [] : [example]
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(deprecated === true ? { deprecated } : {}),
    ...given({ default: found['default'] }),
    ...(proposed.length === 0 ? {} : { examples: proposed.slice(0, 20) }),
  }
}

const LIMITS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

function limits(found: JsonObject): ValueSchema {
  const entries = LIMITS.flatMap((name) =>
    typeof found[name] === 'number' ? [[name, found[name]] as const] : [],
  )
  return Object.fromEntries(entries)
}

function members(found: JsonObject, inner: (part: unknown) => ValueSchema): ValueSchema {
  const { properties, required, items } = found
  return {
    ...(isJsonObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, inner(member)]),
          ),
        }
      : {}),
    ...(Array.isArray(required)
      ? { required: required.filter((name) => typeof name === 'string') }
      : {}),
    ...(found['additionalProperties'] === false ? { closed: true } : {}),
    ...(isJsonObject(items) ? { items: inner(items) } : {}),
  }
}

function alternatives(found: JsonObject, inner: (part: unknown) => ValueSchema): ValueSchema {
  const either = list(found['anyOf'] ?? found['oneOf'] ?? []).map(inner)
  const [only] = either
  if (only === undefined) return {}
  return either.length === 1 ? only : { anyOf: either }
}

/** Both at once (`allOf`): the members of either, the narrower words of the first. */
function joined(one: ValueSchema, other: ValueSchema): ValueSchema {
  const required = [...(one.required ?? []), ...(other.required ?? [])]
  return {
    ...other,
    ...one,
    ...(one.properties === undefined && other.properties === undefined
      ? {}
      : { properties: { ...other.properties, ...one.properties } }),
    ...(required.length === 0 ? {} : { required }),
  }
}

function list(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value]
}

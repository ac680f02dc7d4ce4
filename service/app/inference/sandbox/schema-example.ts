import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

const DEEPEST = 12
const MAX_ITEMS = 50
/** Most values and most characters of one example: branches multiply, and so do long texts. */
const MAX_VALUES = 2000
const MAX_CHARACTERS = 100_000
/** Most branches of one choice that are looked at, and longest reference that is followed. */
const MAX_BRANCHES = 100
const MAX_REFERENCE_LENGTH = 1000

/**
 * A value that satisfies a JSON schema: the built-in models use it for tool arguments and
 * structured answers. Understands type, const, enum, default, examples, properties, required,
 * items, limits of length, count and number, common formats, anyOf, oneOf, allOf and local $ref.
 * `pattern` and `not` are not solved. Never throws; the same schema gives the same value.
 */
export function schemaExample(schema: JsonValue | undefined): JsonValue {
  return example(schema, {
    root: schema,
    name: 'value',
    depth: 0,
    left: { values: MAX_VALUES, characters: MAX_CHARACTERS },
  })
}

interface Place {
  root: JsonValue | undefined
  /** The member the value is for; texts are named after it. */
  name: string
  depth: number
  /** What the whole example may still grow by; shared by all its places. */
  left: { values: number; characters: number }
}

function example(schema: JsonValue | undefined, place: Place): JsonValue {
  place.left.values -= 1
  if (!isJsonObject(schema) || place.depth > DEEPEST || place.left.values < 0) return null
  const deeper = { ...place, depth: place.depth + 1 }
  const given = givenValue(schema)
  if (given !== undefined) return withinLimit(given, place)
  if (typeof schema['$ref'] === 'string') return example(refer(schema['$ref'], place.root), deeper)
  if (Array.isArray(schema['allOf'])) return example(merged(schema, schema['allOf'], place), deeper)
  for (const key of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[key])) return example(shallowest(schema[key]), deeper)
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, deeper)
    case 'array':
      return arrayExample(schema, deeper)
    case 'integer':
      return numberExample(schema, 1)
    case 'number':
      return numberExample(schema, 0)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textExample(schema, place)
  }
}

/** A value that the schema itself spells out. */
function givenValue(schema: JsonObject): JsonValue | undefined {
  if (schema['const'] !== undefined) return schema['const']
  for (const list of [schema['enum'], schema['examples']])
    if (Array.isArray(list) && list[0] !== undefined) return list[0]
  return schema['default']
}

/** A long value may appear once, but not as often as branches can repeat it. */
function withinLimit(value: JsonValue, { left }: Place): JsonValue {
  if (left.characters <= 0) return null
  left.characters -= JSON.stringify(value).length
  return value
}

function typeOf(schema: JsonObject): string {
  const { type } = schema
  if (typeof type === 'string') return type
  const first = Array.isArray(type)
    ? type.slice(0, MAX_BRANCHES).find((item) => item !== 'null')
    : undefined
  if (typeof first === 'string') return first
  if (isJsonObject(schema['properties'])) return 'object'
  return schema['items'] === undefined ? 'string' : 'array'
}

/** Branches that refer elsewhere may be endless, so plain ones come first. */
function shallowest(branches: JsonValue[]): JsonValue | undefined {
  const cost = (branch: JsonValue) =>
    !isJsonObject(branch) || branch['type'] === 'null' ? 2 : branch['$ref'] === undefined ? 0 : 1
  return branches.slice(0, MAX_BRANCHES).toSorted((a, b) => cost(a) - cost(b))[0]
}

function merged(schema: JsonObject, parts: JsonValue[], { root }: Place): JsonObject {
  const { allOf: _, ...own } = schema
  const all = [
    own,
    ...parts
      .slice(0, MAX_BRANCHES)
      .map((part) =>
        isJsonObject(part) && typeof part['$ref'] === 'string' ? refer(part['$ref'], root) : part,
      ),
  ]
  const objects = all.filter(isJsonObject)
  const properties = Object.assign({}, ...objects.map((part) => part['properties'] ?? {}))
  const required = objects.flatMap((part) =>
    Array.isArray(part['required']) ? part['required'] : [],
  )
  return { ...Object.assign({}, ...objects), properties, required }
}

function refer(ref: string, root: JsonValue | undefined): JsonValue | undefined {
  if (!ref.startsWith('#') || ref.length > MAX_REFERENCE_LENGTH) return undefined
  return ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<JsonValue | undefined>(
      (value, step) =>
        isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined,
      root,
    )
}

function objectExample(schema: JsonObject, place: Place): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const listed = Array.isArray(schema['required']) ? schema['required'] : []
  const required = new Set(listed.filter((name) => typeof name === 'string'))
  // Optional members of deep levels are left out, or a schema that contains itself never ends.
  const names = Object.keys(properties).filter((name) => place.depth < 4 || required.has(name))
  const missing = [...required].filter((name) => !Object.hasOwn(properties, name))
  const most = Math.max(0, place.left.values)
  // A long list of members costs time at every place where it appears.
  place.left.values -= Math.floor((names.length + required.size) / 100)
  return Object.fromEntries(
    [...names, ...missing]
      .slice(0, most)
      .map((name) => [
        name,
        example(Object.hasOwn(properties, name) ? properties[name] : {}, { ...place, name }),
      ]),
  )
}

function arrayExample(schema: JsonObject, place: Place): JsonValue[] {
  const prefix = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []
  const least = limit(schema['minItems']) ?? 0
  const most = limit(schema['maxItems']) ?? MAX_ITEMS
  const count = Math.min(Math.max(least, prefix.length, 1), most, MAX_ITEMS)
  return Array.from({ length: count }, (_, index) => {
    const item = example(prefix[index] ?? schema['items'] ?? {}, place)
    if (schema['uniqueItems'] !== true || index === 0) return item
    if (typeof item === 'string') return `${item} ${index + 1}`
    return typeof item === 'number' ? item + index : item
  })
}

function numberExample(schema: JsonObject, step: 0 | 1): number {
  const multiple = limit(schema['multipleOf'])
  const above = limit(schema['exclusiveMinimum'])
  const below = limit(schema['exclusiveMaximum'])
  const gap = step === 1 ? 1 : 0.5
  const least = limit(schema['minimum']) ?? (above === undefined ? undefined : above + gap)
  const most = limit(schema['maximum']) ?? (below === undefined ? undefined : below - gap)
  let value = Math.max(least ?? Math.min(1, most ?? 1), -Number.MAX_SAFE_INTEGER)
  if (step === 1) value = Math.ceil(value)
  if (multiple !== undefined && multiple > 0) value = Math.ceil(value / multiple) * multiple
  return most !== undefined && value > most ? most : value
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
}

function textExample(schema: JsonObject, { name, left }: Place): string {
  const { format } = schema
  if (typeof format === 'string' && FORMATS[format] !== undefined) return FORMATS[format]
  const text = `example ${name}`
  const least = Math.min(limit(schema['minLength']) ?? 0, 10_000, left.characters)
  const most = limit(schema['maxLength']) ?? Number.POSITIVE_INFINITY
  const whole = text.padEnd(least, '.').slice(0, most)
  left.characters = Math.max(0, left.characters - whole.length)
  return whole
}

function limit(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import values from './plausible-values.json' with { type: 'json' }

const DEEPEST = 12
const MAX_ITEMS = 50
/** Most values and most characters of one example: branches multiply, and so do long texts. */
const MAX_VALUES = 2000
const MAX_CHARACTERS = 100_000
/** Most branches of one choice that are looked at, and longest reference that is followed. */
const MAX_BRANCHES = 100
const MAX_REFERENCE_LENGTH = 1000
/** How much of the names around a member is looked at, characters. */
const MAX_PATH = 300

/** What an argument of this name should be, if something is known; it is used only where it is valid. */
export type Suggest = (name: string, schema: JsonObject) => JsonValue | undefined

interface ExampleOptions {
  /** What the value is about, in words: a title of a recipe is not that of a book. */
  topic?: string
  /** Known values. With it, optional members are left out unless they are known. */
  suggest?: Suggest
}

/**
 * A value that satisfies a JSON schema: the built-in models use it for tool arguments and
 * structured answers. Understands type, const, enum, default, examples, properties, required,
 * items, limits of length, count and number, common formats, anyOf, oneOf, allOf and local $ref.
 * What a member is called says what is plausible for it.
 * `pattern` and `not` are not solved. Never throws; the same schema gives the same value.
 */
export function schemaExample(
  schema: JsonValue | undefined,
  { topic = '', suggest }: ExampleOptions = {},
): JsonValue {
  return example(schema, {
    root: schema,
    name: 'value',
    path: topic,
    index: 0,
    suggest,
    depth: 0,
    left: { values: MAX_VALUES, characters: MAX_CHARACTERS },
  })
}

interface Place {
  root: JsonValue | undefined
  /** The member the value is for. */
  name: string
  /** The topic and the names of the members around it, outermost first. */
  path: string
  /** Which item of a list it belongs to, from 0. */
  index: number
  suggest: Suggest | undefined
  depth: number
  /** What the whole example may still grow by; shared by all its places. */
  left: { values: number; characters: number }
}

function example(schema: JsonValue | undefined, place: Place): JsonValue {
  place.left.values -= 1
  if (!isJsonObject(schema) || place.depth > DEEPEST || place.left.values < 0) return null
  const deeper = { ...place, depth: place.depth + 1 }
  const known = place.suggest?.(place.name, schema)
  if (known !== undefined && fits(known, schema)) return withinLimit(known, place)
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
    case 'number':
      return numberExample(schema, place)
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

/** Whether a value for one member keeps the rules of its schema that are about such values. */
function fits(value: JsonValue, schema: JsonObject): boolean {
  if (schema['const'] !== undefined) return schema['const'] === value
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value)
  if (schema['pattern'] !== undefined || schema['format'] !== undefined) return false
  const type = typeOf(schema)
  if (typeof value === 'string')
    return (
      type === 'string' &&
      value.length >= (limit(schema['minLength']) ?? 0) &&
      value.length <= (limit(schema['maxLength']) ?? Number.POSITIVE_INFINITY)
    )
  if (typeof value !== 'number') return false
  const multiple = limit(schema['multipleOf'])
  return (
    (type === 'number' || (type === 'integer' && Number.isInteger(value))) &&
    value >= (limit(schema['minimum']) ?? -Infinity) &&
    value <= (limit(schema['maximum']) ?? Infinity) &&
    value > (limit(schema['exclusiveMinimum']) ?? -Infinity) &&
    value < (limit(schema['exclusiveMaximum']) ?? Infinity) &&
    (multiple === undefined || Number.isInteger(value / multiple))
  )
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
  const isWanted = (name: string) => {
    const member = properties[name]
    return place.suggest === undefined
      ? place.depth < 4
      : isJsonObject(member) && place.suggest(name, member) !== undefined
  }
  const names = Object.keys(properties).filter((name) => required.has(name) || isWanted(name))
  const missing = [...required].filter((name) => !Object.hasOwn(properties, name))
  const most = Math.max(0, place.left.values)
  // A long list of members costs time at every place where it appears.
  place.left.values -= Math.floor((names.length + required.size) / 100)
  return Object.fromEntries(
    [...names, ...missing]
      .slice(0, most)
      .map((name) => [
        name,
        example(Object.hasOwn(properties, name) ? properties[name] : {}, {
          ...place,
          name,
          path: `${place.path} ${place.name}`.slice(-MAX_PATH),
        }),
      ]),
  )
}

function arrayExample(schema: JsonObject, place: Place): JsonValue[] {
  const prefix = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []
  const least = limit(schema['minItems']) ?? 0
  const most = limit(schema['maxItems']) ?? MAX_ITEMS
  // Lists of things are more than one thing; a list of lists stays small.
  const { texts } = plausible(`${place.path} ${place.name}`)
  const some = texts.length > 0 ? texts.length : place.name.endsWith('s') ? 2 : 1
  const usual = place.depth < 4 ? some : 1
  const count = Math.min(Math.max(least, prefix.length, usual), most, MAX_ITEMS)
  return Array.from({ length: count }, (_, index) => {
    const item = example(prefix[index] ?? schema['items'] ?? {}, { ...place, index })
    if (schema['uniqueItems'] !== true || index === 0) return item
    if (typeof item === 'string') return `${item} ${index + 1}`
    return typeof item === 'number' ? item + index : item
  })
}

function numberExample(schema: JsonObject, { name, path, index }: Place): number {
  const step = typeOf(schema) === 'integer' ? 1 : 0
  const { number } = plausible(`${path} ${name}`)
  // Later items of a list get a little more.
  const likely = Math.round(((number ?? Number.NaN) + index) * 100) / 100
  const rounded = step === 1 ? Math.round(likely) : likely
  if (fits(rounded, schema)) return rounded
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

function textExample(schema: JsonObject, { name, path, index, left }: Place): string {
  const { format } = schema
  if (typeof format === 'string' && FORMATS[format] !== undefined) return FORMATS[format]
  const { texts } = plausible(`${path} ${name}`)
  const text = describedExample(schema) ?? texts[index % texts.length] ?? `example ${name}`
  const least = Math.min(limit(schema['minLength']) ?? 0, 10_000, left.characters)
  const most = limit(schema['maxLength']) ?? Number.POSITIVE_INFINITY
  const whole = text.padEnd(least, '.').slice(0, most)
  left.characters = Math.max(0, left.characters - whole.length)
  return whole
}

/** What a description names: `Such as "Lisbon".` */
function describedExample({ description }: JsonObject): string | undefined {
  if (typeof description !== 'string') return undefined
  return /\b(?:such as|for example|example:|e\.g\.)[\s,:]{0,3}["“'`]([^"”'`]{1,80})["”'`]/i.exec(
    description.slice(0, 500),
  )?.[1]
}

function limit(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

interface Plausible {
  /** One for each item of a list, from the first again when they run out. */
  texts: readonly string[]
  number: number | undefined
}

/** The names around a member that are read, characters; the innermost are the last, and say most. */
const MAX_NAMES_CHARS = 300

/** What fits a member by its name, which comes last, and by those around it: the first row that matches. */
function plausible(names: string): Plausible {
  // `prepTime` and `prep_time` are "prep time".
  const words = ` ${names.slice(-MAX_NAMES_CHARS)}`
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trimEnd()
    .toLowerCase()
  const isNamed = ({ names: ends }: { names: readonly string[] }) =>
    ends.some((end) => words.endsWith(` ${end}`))
  const row = values.texts.find(
    (one) => isNamed(one) && (one.about?.some((word) => words.includes(` ${word}`)) ?? true),
  )
  return { texts: row?.values ?? [], number: values.numbers.find(isNamed)?.value }
}

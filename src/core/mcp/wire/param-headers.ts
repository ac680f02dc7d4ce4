import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { MAX_PARAM_HEADER_CHARS, MAX_PARAM_HEADERS } from '../limits.ts'

/** An argument that a stateless server wants mirrored in a header: where it is, and the header's name. */
interface MirroredParam {
  path: readonly string[]
  header: string
}

const ANNOTATION = 'x-mcp-header'
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,64}$/
const MIRRORED_TYPES: ReadonlySet<JsonValue | undefined> = new Set(['string', 'integer', 'boolean'])

/**
 * The arguments that a schema marks with `x-mcp-header`; undefined where one is marked as the specification
 * forbids, which makes the tool unusable.
 */
export function mirroredParams(schema: JsonObject): readonly MirroredParam[] | undefined {
  const found: MirroredParam[] = []
  const names = new Set<string>()
  /** Whether everything below is as it may be; `path` is undefined where no argument can be marked. */
  const isValid = (value: JsonValue | undefined, path: readonly string[] | undefined): boolean => {
    if (Array.isArray(value)) return value.every((inner) => isValid(inner, undefined))
    if (!isJsonObject(value)) return true
    if (Object.hasOwn(value, ANNOTATION)) {
      const name = value[ANNOTATION]
      if (typeof name !== 'string' || !TOKEN.test(name) || names.has(name.toLowerCase()))
        return false
      if (path === undefined || path.length === 0 || !MIRRORED_TYPES.has(value['type']))
        return false
      names.add(name.toLowerCase())
      found.push({ path, header: `Mcp-Param-${name}` })
    }
    return Object.entries(value).every(([key, inner]) =>
      key === 'properties' && path !== undefined && isJsonObject(inner)
        ? Object.entries(inner).every(([name, property]) => isValid(property, [...path, name]))
        : isValid(inner, undefined),
    )
  }
  return isValid(schema, []) && found.length <= MAX_PARAM_HEADERS ? found : undefined
}

/** The headers for the arguments of one call; those without a value have none. */
export function paramHeaders(schema: JsonObject, values: JsonObject): HeaderList {
  return (mirroredParams(schema) ?? []).flatMap(({ path, header }) => {
    const value = path.reduce<JsonValue | undefined>(
      (inner, key) => (isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
      values,
    )
    if (value === undefined || value === null || typeof value === 'object') return []
    const text = String(value)
    return text.length > MAX_PARAM_HEADER_CHARS ? [] : [[header, headerText(text)] as const]
  })
}

/** A text as the value of a header: as it is where that is safe, as base64 otherwise. */
export function headerText(text: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(text) && text.trim() === text
  if (isPlain && text !== '' && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text
  const bytes = new TextEncoder().encode(text)
  return `=?base64?${btoa(String.fromCharCode(...bytes))}?=`
}

import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { MAX_PARAM_HEADER_CHARS, MAX_PARAM_HEADERS } from '../server-data.ts'

/** The version of the stateless era. */
export const STATELESS_VERSION = '2026-07-28'
/** The versions that begin with `initialize`, newest first. */
export const SESSION_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
]

/** What this page calls itself. */
export const CLIENT_INFO = { name: 'vendor-playground', version: '1' }

/** How a server is spoken to, as far as it is known. */
export interface Wire {
  client: Client
  connection: Connection
  /** Below the origin, with its query. */
  path: string
  era: 'session' | 'stateless'
  /** Agreed on; undefined before `initialize` has succeeded. */
  version?: string
  /** What the server calls the session; a secret of sorts. */
  sessionId?: string
  /** A number that no other message of this page has. */
  nextId: () => number
}

/** The headers with which every message goes out, but for the session's ID. */
export function wireHeaders(
  { era, version }: Wire,
  method: string | undefined,
  name: string | undefined,
): HeaderList {
  return [
    // The first version with sessions has no such header.
    ...(version === undefined || version < '2025-06-18'
      ? []
      : [['MCP-Protocol-Version', version] as const]),
    ...(era === 'stateless' && method !== undefined ? [['Mcp-Method', method] as const] : []),
    ...(era === 'stateless' && name !== undefined ? [['Mcp-Name', name] as const] : []),
  ]
}

/** An error that a server returned. */
export interface RpcError {
  code: number
  message: string
  data?: JsonValue
}

/** A message of a server. `id` of an error is undefined where the server could not read the request. */
export type RpcMessage =
  | { kind: 'result'; id: JsonValue; result: JsonObject }
  | { kind: 'error'; id: JsonValue | undefined; error: RpcError }
  | { kind: 'request'; id: string | number; method: string }
  | { kind: 'notification'; method: string; params: JsonObject }

/** The longest message of an error that is kept, characters. */
const MAX_MESSAGE_CHARS = 1_000

/** One message; undefined for what is none. */
export function readMessage(value: JsonValue | undefined): RpcMessage | undefined {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, method, params, result } = value
  if (typeof method === 'string') {
    if (typeof id === 'string' || typeof id === 'number') return { kind: 'request', id, method }
    return { kind: 'notification', method, params: isJsonObject(params) ? params : {} }
  }
  if (isJsonObject(result) && id !== undefined) return { kind: 'result', id, result }
  const error = readError(value['error'])
  return error === undefined ? undefined : { kind: 'error', id: id ?? undefined, error }
}

function readError(value: JsonValue | undefined): RpcError | undefined {
  if (!isJsonObject(value) || typeof value['code'] !== 'number') return undefined
  const { code, message, data } = value
  return {
    code,
    message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE_CHARS) : '',
    ...given({ data }),
  }
}

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

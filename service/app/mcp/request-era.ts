import { decodeBase64 } from '../../../contract/encoding/bytes.ts'
import { isJsonObject } from '../../../contract/json.ts'
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  INVALID_REQUEST,
  metaOf,
  RpcError,
  UNSUPPORTED_VERSION,
  type Message,
} from './json-rpc.ts'

/** The stateless revision: every request names its version, its method and its tool in headers too. */
export const STATELESS_VERSION = '2026-07-28'
/** The revisions that begin with `initialize`, newest first. */
export const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

/** Which rules a message follows. */
export type Era = 'session' | 'stateless'

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo'

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** The version that a message itself names, which makes it stateless; undefined in the earlier era. */
export function claimedVersion(message: Message): unknown {
  return message.kind === 'response' ? undefined : metaOf(message.params)[VERSION_KEY]
}

/**
 * Which era a message is of: the message decides, and headers that say otherwise are an error. In the earlier
 * era, the header names one of the versions that sessions may have.
 * @throws RpcError with status 400
 */
export function eraOf(
  message: Message,
  header: (name: string) => string | undefined,
  sessionVersions: readonly string[] = SESSION_VERSIONS,
): Era {
  const version = header('mcp-protocol-version')?.trim()
  const isStatelessHeader = version !== undefined && version >= STATELESS_VERSION
  if (message.kind === 'response') {
    if (isStatelessHeader) throw new RpcError(INVALID_REQUEST, 'Responses are not accepted.', 400)
    return 'session'
  }
  const claimed = claimedVersion(message)
  if (claimed === undefined && !isStatelessHeader) {
    if (version === undefined || sessionVersions.includes(version)) return 'session'
    throw new RpcError(UNSUPPORTED_VERSION, `Unsupported protocol version: ${version}`, 400, {
      supported: [STATELESS_VERSION, ...sessionVersions],
      requested: version,
    })
  }
  if (claimed === undefined && message.kind === 'request' && message.method === 'initialize')
    throw mismatch('initialize belongs to earlier versions than MCP-Protocol-Version names.')
  if (message.kind === 'notification') return 'stateless'
  checkEnvelope(message, claimed)
  if (version !== undefined && version !== claimed)
    throw mismatch(`MCP-Protocol-Version is ${version}, but _meta has ${String(claimed)}.`)
  if (claimed !== STATELESS_VERSION)
    throw new RpcError(
      UNSUPPORTED_VERSION,
      `Unsupported protocol version: ${String(claimed)}`,
      400,
      { supported: [STATELESS_VERSION], requested: String(claimed) },
    )
  if (version === undefined) throw mismatch('The header MCP-Protocol-Version is required.')
  checkNames(message, header)
  return 'stateless'
}

type Request = Extract<Message, { kind: 'request' }>

function checkEnvelope({ params }: Request, claimed: unknown): void {
  const meta = metaOf(params)
  const client = meta[CLIENT_KEY]
  const isClient =
    client === undefined ||
    (isJsonObject(client) &&
      typeof client['name'] === 'string' &&
      typeof client['version'] === 'string')
  const wrong =
    typeof claimed !== 'string'
      ? VERSION_KEY
      : !isJsonObject(meta[CAPABILITIES_KEY])
        ? CAPABILITIES_KEY
        : isClient
          ? undefined
          : CLIENT_KEY
  if (wrong !== undefined)
    throw new RpcError(INVALID_PARAMS, `_meta needs a valid ${wrong}.`, 400, { key: wrong })
}

function checkNames(
  { method, params }: Request,
  header: (name: string) => string | undefined,
): void {
  const saidMethod = header('mcp-method')?.trim()
  if (saidMethod === undefined) throw mismatch('The header Mcp-Method is required.')
  if (saidMethod !== method) throw mismatch(`Mcp-Method is ${saidMethod}, not ${method}.`)
  const member = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined
  const name = member === undefined ? undefined : params[member]
  if (typeof name !== 'string') return
  const said = header('mcp-name')
  if (said === undefined) throw mismatch('The header Mcp-Name is required.')
  if (decodeName(said.trim()) !== name) throw mismatch(`Mcp-Name is not ${name.slice(0, 200)}.`)
}

/** A name that is no plain ASCII is sent as `=?base64?…?=`. */
function decodeName(text: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(text)?.[1]
  return encoded === undefined ? text : new TextDecoder().decode(decodeBase64(encoded))
}

function mismatch(message: string): RpcError {
  return new RpcError(HEADER_MISMATCH, message, 400)
}

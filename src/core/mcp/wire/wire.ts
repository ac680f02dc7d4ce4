import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'

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

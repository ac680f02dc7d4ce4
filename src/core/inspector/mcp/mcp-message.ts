import { isJsonObject } from '../../../../contract/json.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'

/** Longer names, which a server can choose at will, are cut. */
const MAX_NAME = 80

/** A message to a tool server, as its body says. */
interface McpMessage {
  /** JSON-RPC method, such as `tools/call`. */
  method: string
  /** The tool or prompt it names, or the URI of the resource. */
  name?: string
}

/** The JSON-RPC message that an exchange sent to a tool server; undefined for any other exchange. */
export function mcpMessage({
  protocol,
  request: { body },
}: Pick<Exchange, 'protocol' | 'request'>): McpMessage | undefined {
  if (protocol !== 'mcp' || !isJsonObject(body)) return undefined
  const { method, params } = body
  if (typeof method !== 'string') return undefined
  const name = isJsonObject(params) ? (params['name'] ?? params['uri']) : undefined
  return {
    method: method.slice(0, MAX_NAME),
    ...(typeof name === 'string' && { name: name.slice(0, MAX_NAME) }),
  }
}

/** The messages to tool servers that a request was the cause of, in the order of sending. */
export function sentFor({ id }: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges
    .filter(({ cause }) => cause?.exchangeId === id)
    .toSorted((a, b) => a.startedAt - b.startedAt)
}

import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import type { Connection } from '../client/connection/connections.ts'
import { callOperation } from '../client/operation.ts'
import type { ApiCall } from '../client/request.ts'
import type { Explore } from './explore.ts'

/** One call of JSON-RPC 2.0. */
export interface RpcCall {
  method: string
  /** Undefined: not sent. */
  params: JsonValue | undefined
}

/** Whether a path is that of the JSON-RPC proxy of a chain. */
export function isRpcPath(path: string): boolean {
  return /^\/crypto\/rpc\/[^/?]+(?:\?|$)/.test(path)
}

/** The call of a body; undefined when it holds anything else, such as a batch. */
export function readRpcCall(body: JsonValue | undefined): RpcCall | undefined {
  return isJsonObject(body) && body['jsonrpc'] === '2.0' && typeof body['method'] === 'string'
    ? { method: body['method'], params: body['params'] }
    : undefined
}

/** A call as a body. */
export function writeRpcCall({ method, params }: RpcCall): JsonObject {
  return { jsonrpc: '2.0', id: 1, method, ...given({ params }) }
}

/** Reads that chains answer, with parameters to begin with. */
const EVM_CALLS: readonly RpcCall[] = [
  { method: 'eth_blockNumber', params: [] },
  { method: 'eth_chainId', params: [] },
  { method: 'eth_gasPrice', params: [] },
  { method: 'eth_getBalance', params: [`0x${'0'.repeat(40)}`, 'latest'] },
  { method: 'eth_call', params: [{ to: `0x${'0'.repeat(40)}`, data: '0x' }, 'latest'] },
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
  { method: 'eth_getTransactionReceipt', params: [`0x${'0'.repeat(64)}`] },
  { method: 'eth_estimateGas', params: [{ to: `0x${'0'.repeat(40)}` }] },
]

const SOLANA_CALLS: readonly RpcCall[] = [
  { method: 'getSlot', params: [] },
  { method: 'getHealth', params: undefined },
  { method: 'getLatestBlockhash', params: [] },
  { method: 'getBalance', params: ['11111111111111111111111111111111'] },
  { method: 'getAccountInfo', params: ['11111111111111111111111111111111'] },
  { method: 'getSignaturesForAddress', params: ['11111111111111111111111111111111'] },
]

/** The calls that are proposed for the network in a path. */
export function proposedCalls(path: string): readonly RpcCall[] {
  return /^\/crypto\/rpc\/solana/i.test(path) ? SOLANA_CALLS : EVM_CALLS
}

/** Sends a call, once, and one at a time. `overCaps`: a person lets it go in spite of the spend limits. */
export async function sendCall(
  { client, calls }: Explore,
  connection: Connection,
  call: ApiCall,
  overCaps = false,
): Promise<void> {
  if (calls.getState().running !== undefined) return
  const controller = new AbortController()
  const startedAt = client.world.clock.now()
  calls.setState({ running: { call, startedAt, controller }, finished: undefined })
  try {
    const result = await callOperation(client, connection, call, {
      signal: controller.signal,
      overCaps,
    })
    calls.setState({ finished: { call, result } })
  } finally {
    calls.setState({ running: undefined })
  }
}

/** Aborts the call under way; the service may have done its work already. */
export function abortCall({ calls }: Explore): void {
  calls.getState().running?.controller.abort()
}

import { isJsonObject } from '../../../../contract/json.ts'

/** Reads a chain: one JSON-RPC call. Rejects when it cannot be read, which is never the same as zero. */
export type ChainRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

const TIMEOUT_MS = 15_000

/** JSON-RPC at an address of the page's own origin. */
export function httpRpc(url: string): ChainRpc {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
    })
    const body: unknown = await response.json()
    if (isJsonObject(body) && 'result' in body) return body['result']
    const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : undefined
    throw new Error(
      typeof error?.['message'] === 'string'
        ? error['message']
        : `The network returned ${response.status}.`,
    )
  }
}

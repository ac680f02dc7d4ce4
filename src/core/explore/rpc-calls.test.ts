import { describe, expect, it } from 'vitest'

import { isRpcPath, proposedCalls, readRpcCall, writeRpcCall } from './rpc-calls.ts'

describe('a call of JSON-RPC', () => {
  it('comes back as it was written', () => {
    const one = { method: 'eth_blockNumber', params: [] }
    const two = { method: 'eth_chainId', params: undefined }
    expect(writeRpcCall(one)).toEqual({ jsonrpc: '2.0', id: 1, ...one })
    expect(writeRpcCall(two)).toEqual({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    for (const call of [one, two]) expect(readRpcCall(writeRpcCall(call))).toEqual(call)
  })

  it('is none where the body is anything else, such as a batch', () => {
    const one = writeRpcCall({ method: 'eth_chainId', params: [] })
    for (const body of [{ method: 'eth_chainId' }, 'text', [one], { jsonrpc: '2.0', method: 1 }])
      expect(readRpcCall(body)).toBeUndefined()
  })

  it('belongs to the paths of the proxy, and fits the network', () => {
    expect(isRpcPath('/crypto/rpc/base-mainnet')).toBe(true)
    expect(isRpcPath('/crypto/rpc/networks/x')).toBe(false)
    expect(proposedCalls('/crypto/rpc/solana-mainnet')[0]?.method).toBe('getSlot')
    expect(proposedCalls('/crypto/rpc/{network}')[0]?.method).toBe('eth_blockNumber')
  })
})

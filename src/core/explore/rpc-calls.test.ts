import { describe, expect, it } from 'vitest'

import { isRpcPath, proposedCalls, readRpcCalls, writeRpcCalls } from './rpc-calls.ts'

describe('calls of JSON-RPC', () => {
  it('are one alone or a batch, and come back as they were written', () => {
    const one = { method: 'eth_blockNumber', params: [] }
    const two = { method: 'eth_chainId', params: undefined }
    expect(writeRpcCalls([one])).toEqual({ jsonrpc: '2.0', id: 1, ...one })
    expect(writeRpcCalls([one, two])).toEqual([
      { jsonrpc: '2.0', id: 1, ...one },
      { jsonrpc: '2.0', id: 2, method: 'eth_chainId' },
    ])
    expect(writeRpcCalls([])).toBeUndefined()
    for (const calls of [[], [one], [one, two]])
      expect(readRpcCalls(writeRpcCalls(calls))).toEqual(calls)
  })

  it('are none where the body is anything else', () => {
    for (const body of [{ method: 'eth_chainId' }, 'text', [{ jsonrpc: '2.0', method: 1 }]])
      expect(readRpcCalls(body)).toBeUndefined()
  })

  it('belong to the paths of the proxy, with calls that fit the network', () => {
    expect(isRpcPath('/crypto/rpc/base-mainnet')).toBe(true)
    expect(isRpcPath('/crypto/rpc/networks/x')).toBe(false)
    expect(proposedCalls('/crypto/rpc/solana-mainnet')[0]?.method).toBe('getSlot')
    expect(proposedCalls('/crypto/rpc/{network}')[0]?.method).toBe('eth_blockNumber')
  })
})

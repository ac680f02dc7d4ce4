import { describe, expect, it } from 'vitest'

import { answerRpc, RpcError } from './json-rpc.ts'

const seen: unknown[] = []
const methods = {
  echo: (params: readonly unknown[]) => params[0],
  note: (params: readonly unknown[]) => {
    seen.push(params[0])
  },
  fail: () => {
    throw new RpcError(3, 'execution reverted', '0x08c379a0')
  },
}
const request = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

describe('JSON-RPC', () => {
  it('answers a request under its id, and nothing as null', async () => {
    expect(await answerRpc(methods, request('echo', [[1]], 'a'))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: [1],
    })
    expect(await answerRpc(methods, request('echo'))).toMatchObject({ result: null })
  })

  it('answers a batch in order and leaves notifications out', async () => {
    const note = { jsonrpc: '2.0', method: 'note', params: ['quietly'] }
    const answers = await answerRpc(methods, [
      request('echo', [1], 1),
      note,
      request('fail', [], 2),
    ])
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 1, result: 1 },
      {
        jsonrpc: '2.0',
        id: 2,
        error: { code: 3, message: 'execution reverted', data: '0x08c379a0' },
      },
    ])
    expect(seen).toEqual(['quietly'])
    expect(await answerRpc(methods, [note])).toBeUndefined()
  })

  it('says what is wrong with a request', async () => {
    const code = async (body: unknown) => (await answerRpc(methods, body)) as object
    expect(await code(request('nothing'))).toMatchObject({ error: { code: -32601 } })
    expect(await code(request('constructor'))).toMatchObject({ error: { code: -32601 } })
    expect(await code({ ...request('echo'), params: { a: 1 } })).toMatchObject({
      error: { code: -32602 },
    })
    for (const body of [
      null,
      1,
      'echo',
      {},
      [],
      Array.from({ length: 101 }, () => request('echo')),
    ])
      expect(await code(body)).toMatchObject({ id: null, error: { code: -32600 } })
  })
})

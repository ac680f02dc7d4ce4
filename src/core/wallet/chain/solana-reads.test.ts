import { describe, expect, it } from 'vitest'

import type { ChainRpc } from '../../client/wallet/wallet-reads.ts'
import { findTransfer, latestBlockhash, messageHashOf, solanaUsdcBalance } from './solana-reads.ts'

const CREATED_AT = 1_800_000_000_000
const PLANNED_S = CREATED_AT / 1000

/** A wire transaction with one signature and a message of one byte. */
const wire = (message: number) =>
  Uint8Array.from([1, ...Array.from({ length: 64 }, () => 9), message])
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const trace = {
  source: 'token account',
  memo: 'the memo',
  messageHash: await messageHashOf(wire(7)),
  lastValidBlockHeight: 100,
}

interface Landed {
  signature: string
  err?: object | null
  memo?: string | null
  blockTime?: number | null
  message?: number
}

/** A chain with these transactions, the newest first, that lists 1,000 at once as real ones do. */
function chain(height: number, landed: readonly Landed[]): { rpc: ChainRpc; asked: unknown[][] } {
  const asked: unknown[][] = []
  const rpc: ChainRpc = async (method, params) => {
    asked.push([method, ...params])
    if (method === 'getBlockHeight') return height
    if (method === 'getTransaction') {
      const message = landed.find(({ signature }) => signature === params[0])?.message
      return message === undefined ? null : { transaction: [base64(wire(message)), 'base64'] }
    }
    const { before, limit } = params[1] as { before?: string; limit: number }
    const start = landed.findIndex(({ signature }) => signature === before) + 1
    return landed
      .slice(start, start + limit)
      .map(({ signature, err = null, memo = null, blockTime = null }) => ({
        signature,
        err,
        memo,
        blockTime,
      }))
  }
  return { rpc, asked }
}

/** Other transactions of the same wallet, a second apart, the newest at `newest` (Unix s). */
const others = (count: number, newest: number | null): Landed[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: `other ${index}`,
    blockTime: newest === null ? null : newest - index,
  }))
const ours = { signature: 'ours', memo: '[8] the memo', message: 7, blockTime: PLANNED_S + 5 }
const find = (height: number, landed: readonly Landed[]) =>
  findTransfer(chain(height, landed).rpc, trace, CREATED_AT)

describe('what became of a transfer', () => {
  it.each<[string, number, Landed[], object]>([
    ['not there, in time', 100, [], { state: 'open' }],
    ['not there, past its last block', 101, others(3, PLANNED_S), { state: 'dead' }],
    ['there', 50, [...others(3, PLANNED_S + 9), ours], { state: 'settled', transaction: 'ours' }],
    ['there, and failed', 50, [{ ...ours, err: {} }], { state: 'dead', transaction: 'ours' }],
    ['another one with the memo', 50, [{ ...ours, message: 8 }], { state: 'open' }],
    ['one whose bytes are gone', 101, [{ signature: 'x', memo: 'the memo' }], { state: 'dead' }],
  ])('%s', async (_name, height, landed, expected) => {
    expect(await find(height, landed)).toMatchObject(expected)
  })

  it('is found behind a thousand later ones', async () => {
    const later = others(2500, PLANNED_S + 90_000)
    expect(await find(9000, [...later, ours])).toEqual({ state: 'settled', transaction: 'ours' })
  })

  it('is dead only when the list reaches back to when it was planned', async () => {
    const { rpc, asked } = chain(9000, others(5000, PLANNED_S))
    expect(await findTransfer(rpc, trace, CREATED_AT)).toMatchObject({ state: 'dead' })
    // An hour before it was planned is four pages of a second each: the rest is not asked for.
    expect(asked.filter(([method]) => method === 'getSignaturesForAddress')).toHaveLength(4)
  })

  it('is unclear when the list does not reach back that far', async () => {
    expect(await find(9000, others(30_000, PLANNED_S + 90_000))).toMatchObject({ state: 'unclear' })
    expect(await find(9000, others(30_000, null))).toMatchObject({ state: 'unclear' })
    expect(await find(50, others(30_000, null))).toEqual({ state: 'open' })
  })

  it('is unknown when the chain cannot be read', async () => {
    for (const answer of [null, 'no', {}])
      await expect(findTransfer(() => Promise.resolve(answer), trace, CREATED_AT)).rejects.toThrow(
        'no block height',
      )
    const onlyHeight: ChainRpc = (method) => Promise.resolve(method === 'getBlockHeight' ? 9 : {})
    await expect(findTransfer(onlyHeight, trace, CREATED_AT)).rejects.toThrow('"expected": "array"')
  })
})

describe('the USDC of a token account', () => {
  const account = (value: unknown) => () => Promise.resolve({ value })

  it('is read from its bytes, and none where there is no account', async () => {
    const data = new Uint8Array(165)
    new DataView(data.buffer).setBigUint64(64, 7_000_000n, true)
    expect(await solanaUsdcBalance(account({ data: [base64(data), 'base64'] }), 'a')).toBe(
      7_000_000n,
    )
    expect(await solanaUsdcBalance(account(null), 'a')).toBe(0n)
  })

  it('is not zero when it cannot be read', async () => {
    for (const value of [{ data: 'x' }, { data: [base64(new Uint8Array(10))] }, 4])
      await expect(solanaUsdcBalance(account(value), 'a')).rejects.toThrow(
        /no account|Not a token account/,
      )
    await expect(solanaUsdcBalance(() => Promise.resolve(null), 'a')).rejects.toThrow(
      'not an object',
    )
  })
})

it('gives a recent blockhash with its last block, or says that there is none', async () => {
  const value = { blockhash: 'b', lastValidBlockHeight: 5 }
  expect(await latestBlockhash(() => Promise.resolve({ value }))).toEqual(value)
  await expect(latestBlockhash(() => Promise.resolve({ value: {} }))).rejects.toThrow(
    'no blockhash',
  )
})

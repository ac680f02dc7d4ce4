import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  getAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
} from 'viem'
import { describe, expect, it } from 'vitest'

import { BASE } from '../../../../contract/wallet/networks.ts'
import type { ChainRpc } from '../../client/wallet/wallet-reads.ts'
import { evmUsdcBalance, findAuthorization, isContract } from './evm-reads.ts'

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const from = getAddress('0x00000000000000000000000000000000000000a1')
const payTo = getAddress('0x00000000000000000000000000000000000000b2')
const nonce = pad('0x0c')
const trace = {
  asset: BASE.asset,
  from: from.toLowerCase(),
  payTo,
  amountAtomic: 5_000_000n,
  nonce,
  validBefore: 1000,
}

interface ChainState {
  balance?: bigint
  used?: boolean
  code?: Hex
  blockTime?: number
  knowsSafe?: boolean
  events?: readonly { topics: readonly unknown[]; data?: Hex; transaction?: Hex }[]
}

const used = encodeEventTopics({
  abi,
  eventName: 'AuthorizationUsed',
  args: { authorizer: from, nonce },
})
const canceled = encodeEventTopics({
  abi,
  eventName: 'AuthorizationCanceled',
  args: { authorizer: from, nonce },
})
const transfer = encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to: payTo } })
const amount = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

/** A chain that answers as nodes do, and keeps what it was asked. */
function chain(state: ChainState): { rpc: ChainRpc; asked: unknown[][] } {
  const asked: unknown[][] = []
  const rpc: ChainRpc = (method, params) => {
    asked.push([method, ...params])
    return new Promise((resolve) => resolve(answer(method, params, state)))
  }
  return { rpc, asked }
}

function answer(method: string, params: readonly unknown[], state: ChainState): unknown {
  const [first] = params
  switch (method) {
    case 'eth_getBlockByNumber':
      if (first === 'safe' && state.knowsSafe === false) throw new Error('unknown block tag')
      return { number: '0x2000', timestamp: numberToHex(state.blockTime ?? 500) }
    case 'eth_getCode':
      return state.code ?? '0x'
    case 'eth_call': {
      const { data } = first as { data: Hex }
      const { functionName } = decodeFunctionData({ abi, data })
      if (functionName === 'balanceOf')
        return state.balance === undefined
          ? '0x'
          : encodeFunctionResult({ abi, functionName, result: state.balance })
      return encodeFunctionResult({ abi, functionName, result: state.used === true })
    }
    case 'eth_getLogs': {
      const { topics, fromBlock } = first as { topics: unknown[]; fromBlock: string }
      expect(fromBlock).toMatch(/^0x/)
      return (state.events ?? [])
        .filter((event) =>
          topics.every((topic, index) => [topic].flat().includes(event.topics[index])),
        )
        .map((event) => ({
          address: BASE.asset,
          topics: event.topics,
          data: event.data ?? '0x',
          transactionHash: event.transaction ?? '0xt1',
          blockNumber: '0x1f00',
          blockHash: pad('0x1'),
          logIndex: '0x0',
          transactionIndex: '0x0',
          removed: false,
        }))
    }
    default:
      throw new Error(`not asked for: ${method}`)
  }
}

describe('the USDC of an address', () => {
  it('is what the contract says', async () => {
    expect(await evmUsdcBalance(chain({ balance: 7n }).rpc, BASE.asset, from)).toBe(7n)
  })

  it('is not zero where there is no contract or no answer', async () => {
    await expect(evmUsdcBalance(chain({}).rpc, BASE.asset, from)).rejects.toThrow(
      'Cannot decode zero data',
    )
    const broken = () => Promise.reject(new Error('refused'))
    await expect(evmUsdcBalance(broken, BASE.asset, from)).rejects.toThrow('refused')
  })
})

it('tells a contract wallet from an account, also from one that delegates', async () => {
  expect(await isContract(chain({}).rpc, from)).toBe(false)
  expect(await isContract(chain({ code: '0xef01001234' }).rpc, from)).toBe(false)
  expect(await isContract(chain({ code: '0x6001' }).rpc, from)).toBe(true)
})

describe('what became of an authorization', () => {
  it.each<[string, ChainState, object]>([
    ['unused, in time', { blockTime: 1060 }, { state: 'open' }],
    ['unused, past its time', { blockTime: 1061 }, { state: 'dead' }],
    ['unused, on a chain without safe blocks', { knowsSafe: false }, { state: 'open' }],
    [
      'used for the transfer',
      { used: true, events: [{ topics: used }, { topics: transfer, data: amount(5_000_000n) }] },
      { state: 'settled', transaction: '0xt1' },
    ],
    [
      'used for another amount',
      { used: true, events: [{ topics: used }, { topics: transfer, data: amount(4n) }] },
      { state: 'unclear', transaction: '0xt1' },
    ],
    [
      'used, with a transfer of another transaction',
      {
        used: true,
        events: [
          { topics: used },
          { topics: transfer, data: amount(5_000_000n), transaction: '0xt2' },
        ],
      },
      { state: 'unclear', transaction: '0xt1' },
    ],
    ['canceled', { used: true, events: [{ topics: canceled }] }, { state: 'dead' }],
    ['used long ago', { used: true }, { state: 'unclear' }],
  ])('%s', async (_name, state, expected) => {
    expect(await findAuthorization(chain(state).rpc, trace)).toMatchObject(expected)
  })

  it('looks at the block before the authorization, and asks each once', async () => {
    const { rpc, asked } = chain({})
    await findAuthorization(rpc, trace)
    expect(asked.map(([method]) => method)).toEqual(['eth_getBlockByNumber', 'eth_call'])
  })

  it('is unknown when the chain cannot be read', async () => {
    const broken = () => Promise.reject(new Error('refused'))
    await expect(findAuthorization(broken, trace)).rejects.toThrow('refused')
    await expect(findAuthorization(chain({}).rpc, { ...trace, nonce: 'nonce' })).rejects.toThrow(
      'not hex',
    )
  })
})

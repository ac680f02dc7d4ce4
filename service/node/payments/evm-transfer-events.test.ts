import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'

import { isFollowedByTransfer, type ReceiptLog } from './evm-transfer-events.ts'

const asset: Hex = `0x${'11'.repeat(20)}`
const from: Hex = `0x${'22'.repeat(20)}`
const to: Hex = `0x${'33'.repeat(20)}`
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])

function transfer(
  logIndex: number,
  over: { to?: Hex; value?: bigint; asset?: Hex } = {},
): ReceiptLog {
  const topics = encodeEventTopics({
    abi,
    eventName: 'Transfer',
    args: { from, to: over.to ?? to },
  }).flat() as Hex[]
  const data = encodeAbiParameters([{ type: 'uint256' }], [over.value ?? 5n])
  return { address: over.asset ?? asset, topics, data, logIndex }
}

function used(logIndex: number, nonce: Hex = `0x${'44'.repeat(32)}`): ReceiptLog {
  const topics = encodeEventTopics({
    abi,
    eventName: 'AuthorizationUsed',
    args: { authorizer: from, nonce },
  }).flat() as Hex[]
  return { address: asset, topics, data: '0x', logIndex }
}

const expected = { asset, from, to, value: 5n }

describe('the transfer of an authorization', () => {
  it('is the entry right after its use', () => {
    expect(isFollowedByTransfer([used(3), transfer(4)], 3, expected)).toBe(true)
  })

  it('is not another transfer of the same transaction, so that one transfer counts once', () => {
    const elsewhere = transfer(4, { to: `0x${'55'.repeat(20)}` })
    const logs = [used(3), elsewhere, used(5, `0x${'66'.repeat(32)}`), transfer(6)]
    expect(isFollowedByTransfer(logs, 3, expected)).toBe(false)
    expect(isFollowedByTransfer(logs, 5, expected)).toBe(true)
  })

  it.each([
    ['missing', [used(3)]],
    ['of another amount', [used(3), transfer(4, { value: 4n })]],
    ['of another token', [used(3), transfer(4, { asset: `0x${'77'.repeat(20)}` })]],
    ['another event', [used(3), used(4)]],
    ['unreadable', [used(3), { ...transfer(4), data: '0x' as Hex }]],
    ['anonymous', [used(3), { ...transfer(4), topics: [] }]],
  ])('is not there when it is %s', (_, logs) => {
    expect(isFollowedByTransfer(logs, 3, expected)).toBe(false)
  })
})

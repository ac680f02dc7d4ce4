import { encodeFunctionData, parseAbi } from 'viem'
import { expect, it } from 'vitest'

import { authorizedTransferCall, transferCall } from './main-wallet.ts'

const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
const FROM = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const TO = '0x1111111111111111111111111111111111111111'

it('calls USDC as its ABI says', () => {
  expect(transferCall(TO, 5_000_000)).toBe(
    encodeFunctionData({ abi, functionName: 'transfer', args: [TO, 5_000_000n] }),
  )
})

it.each(['1b', '1c', '00', '01'])(
  'carries out an authorization signed with recovery byte %s as the ABI says',
  (v) => {
    const [nonce, r, s] = [
      `0x${'0f'.repeat(32)}`,
      `0x${'a1'.repeat(32)}`,
      `0x${'0b'.repeat(32)}`,
    ] as const
    const authorization = {
      from: FROM,
      to: TO,
      value: '7000000',
      validAfter: '1700000000',
      validBefore: '1700000600',
      nonce,
    }
    expect(authorizedTransferCall(authorization, `${r}${s.slice(2)}${v}`)).toBe(
      encodeFunctionData({
        abi,
        functionName: 'transferWithAuthorization',
        args: [
          FROM,
          TO,
          7_000_000n,
          1_700_000_000n,
          1_700_000_600n,
          nonce,
          v === '1b' || v === '00' ? 27 : 28,
          r,
          s,
        ],
      }),
    )
  },
)

it('refuses what is no signature or no word', () => {
  expect(() => transferCall('0xnothing', 1)).toThrow('BigInt')
  expect(() => transferCall(TO, -1)).toThrow('32 bytes')
})

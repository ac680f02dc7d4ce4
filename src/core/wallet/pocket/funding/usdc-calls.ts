import { encodeFunctionData, getAddress, type Hex, isHex, parseAbi, parseSignature } from 'viem'

import type { Authorization } from '../../../../../contract/wallet/payment/payment-payload.ts'

const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/** The call of an ERC-20 that sends an atomic amount of the caller's. */
export function transferCall(to: string, amountAtomic: number): Hex {
  const args = [getAddress(to), BigInt(amountAtomic)] as const
  return encodeFunctionData({ abi, functionName: 'transfer', args })
}

/** The call that carries out an EIP-3009 authorization, whoever makes it. */
export function authorizedTransferCall(
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  signature: string,
): Hex {
  if (!isHex(nonce) || !isHex(signature)) throw new Error('Not hex.')
  const { r, s, yParity } = parseSignature(signature)
  return encodeFunctionData({
    abi,
    functionName: 'transferWithAuthorization',
    args: [
      getAddress(from),
      getAddress(to),
      BigInt(value),
      BigInt(validAfter),
      BigInt(validBefore),
      nonce,
      27 + yParity,
      r,
      s,
    ],
  })
}

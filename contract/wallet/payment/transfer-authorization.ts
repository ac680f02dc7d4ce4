import type { EvmNetwork } from '../networks.ts'
import type { Authorization } from './payment-payload.ts'

/** The one EIP-712 type that is ever signed: a USDC transfer by authorization (EIP-3009). */
export const TRANSFER_WITH_AUTHORIZATION = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** The EIP-712 domain of a chain's USDC, from our constants and never from an answer. */
export function usdcDomain({ domain, chainId, asset }: EvmNetwork) {
  return { ...domain, chainId, verifyingContract: asset as `0x${string}` }
}

/** A transfer that is good from now on, for `timeoutSeconds`. `nonce` is 32 random bytes as hex. */
export function newAuthorization(given: {
  from: string
  to: string
  amountAtomic: number
  timeoutSeconds: number
  nowMs: number
  nonce: string
}): Authorization {
  const { from, to, amountAtomic, timeoutSeconds, nowMs, nonce } = given
  return {
    from,
    // A service may write it in any case; mixed case would be taken for a checksum.
    to: to.toLowerCase(),
    value: String(amountAtomic),
    validAfter: '0',
    validBefore: String(Math.floor(nowMs / 1000) + timeoutSeconds),
    nonce,
  }
}

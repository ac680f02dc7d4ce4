import type { Authorization } from '../../../../../contract/wallet/payment/payment-payload.ts'

/** The call of an ERC-20 that sends an atomic amount of the caller's: `transfer(address,uint256)`. */
export function transferCall(to: string, amountAtomic: number): string {
  return `0xa9059cbb${wordOf(to)}${wordOf(amountAtomic)}`
}

/**
 * The call that carries out an EIP-3009 authorization, whoever makes it:
 * `transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)`.
 */
export function authorizedTransferCall(
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  signature: string,
): string {
  const [, r, s, v] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature) ?? []
  if (r === undefined || s === undefined || v === undefined) throw new Error('Not a signature.')
  // Some signers count from 0.
  const recovery = (Number(`0x${v}`) % 27) + 27
  const fields = [from, to, value, validAfter, validBefore, nonce, recovery, `0x${r}`, `0x${s}`]
  return `0xe3ee160e${fields.map(wordOf).join('')}`
}

/** A value as 32 bytes in hex. Rejects what is no number and no bytes of that size. */
function wordOf(value: string | number): string {
  const number = BigInt(value)
  if (number < 0n || number >= 1n << 256n) throw new Error('Not a word of 32 bytes.')
  return number.toString(16).padStart(64, '0')
}

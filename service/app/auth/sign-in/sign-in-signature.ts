import { createPublicKey, verify } from 'node:crypto'

import { decodeBase58 } from '../../../../contract/encoding/base58.ts'

/** A signed text and who is said to have signed it. */
export interface SignedText {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Asks a chain whether a contract wallet signed: EIP-1271, and ERC-6492 before it is deployed. */
export type ContractVerifier = (signed: SignedText) => Promise<boolean>

/**
 * Whether an EVM wallet signed a text (EIP-191). The signature of an ordinary account is checked here;
 * any other is put to the chain, when there is one to ask.
 */
export async function isSignedByEvm(
  signed: SignedText,
  askChain: ContractVerifier | undefined,
): Promise<boolean> {
  const { verifyMessage } = await import('viem')
  const { address, message, signature } = signed
  if (!isHex(address) || !isHex(signature)) return false
  const own = await verifyMessage({ address, message, signature }).catch(() => false)
  return own || (askChain !== undefined && (await askChain(signed).catch(() => false)))
}

/** Whether a Solana wallet signed the UTF-8 bytes of a text: Ed25519, in base58 or base64. */
export function isSignedBySolana({ address, message, signature }: SignedText): boolean {
  const key = decodeBase58(address)
  const bytes = signatureBytes(signature)
  if (key?.length !== 32 || bytes === undefined) return false
  try {
    const x = Buffer.from(key).toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(message, 'utf8'), publicKey, bytes)
  } catch {
    return false
  }
}

function signatureBytes(text: string): Uint8Array | undefined {
  const base58 = decodeBase58(text)
  if (base58?.length === 64) return base58
  const base64 = /^[A-Za-z0-9+/]{86}(==)?$/.test(text) ? Buffer.from(text, 'base64') : undefined
  return base64?.length === 64 ? base64 : undefined
}

function isHex(text: string): text is `0x${string}` {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(text)
}

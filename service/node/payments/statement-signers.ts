import { createPrivateKey, sign } from 'node:crypto'

import { encodeBase58 } from '../../../contract/encoding/base58.ts'
import { canonicalJson } from '../../../contract/json-text.ts'
import { typedOffer, typedReceipt } from '../../../contract/wallet/payment/offer-receipt.ts'
import type { SignStatement } from '../../app/money/payments/payment-rails.ts'
import { PKCS8_ED25519, type SolanaKey } from '../chains/chain-keys.ts'

/** Signs as EIP-712 typed data with the key of an EVM recipient. */
export function evmStatements(key: `0x${string}`): SignStatement {
  return async (kind, payload) => {
    const { privateKeyToAccount } = await import('viem/accounts')
    const typed = kind === 'offer' ? typedOffer(payload) : typedReceipt(payload)
    if (typed === undefined) throw new TypeError(`An ${kind} to sign has all its fields`)
    const account = privateKeyToAccount(key)
    const signature = await account.signTypedData(
      typed as Parameters<typeof account.signTypedData>[0],
    )
    return { format: 'eip712', payload, signature }
  }
}

/**
 * Signs as a compact JWS (EdDSA) with the key of a Solana recipient, which the extension has no typed data for. Its `kid` is
 * the `did:key` of the recipient's address, whose 32 bytes are the public key: who knows `payTo` can verify it alone.
 */
export function solanaStatements({ seed, publicKey }: SolanaKey): SignStatement {
  const name = `z${encodeBase58(Uint8Array.from([...ED25519_MULTICODEC, ...publicKey]))}`
  const header = { alg: 'EdDSA', kid: `did:key:${name}#${name}` }
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return async (_kind, payload) => {
    const parts = [JSON.stringify(header), canonicalJson(payload)]
    const text = parts.map((part) => Buffer.from(part).toString('base64url')).join('.')
    const signature = sign(null, Buffer.from(text), key).toString('base64url')
    return { format: 'jws', signature: `${text}.${signature}` }
  }
}

/** The varint of `ed25519-pub` in the table of multicodecs. */
const ED25519_MULTICODEC = [0xed, 0x01]

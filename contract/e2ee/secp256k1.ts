import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

import { bytesOfHex, hexOfBytes } from '../encoding/bytes.ts'

/** Lower-case hex of an uncompressed secp256k1 public key: `04` and 128 digits. */
export type PublicKeyHex = string

/** A key pair that lives as long as one request or one enclave. */
export interface KeyPair {
  secret: Uint8Array
  publicKey: PublicKeyHex
}

/** The key pair of a secret; a new one without. */
export function newKeyPair(secret: Uint8Array = secp256k1.utils.randomSecretKey()): KeyPair {
  return { secret, publicKey: hexOfBytes(secp256k1.getPublicKey(secret, false)) }
}

/** The x-coordinate that both ends of an exchange of keys reach. @throws for what is no point of the curve */
export function sharedX(secret: Uint8Array, publicKey: PublicKeyHex): Uint8Array {
  return secp256k1.getSharedSecret(secret, bytesOfHex(publicKey), true).slice(1)
}

/** The usual spelling of a public key, given with or without its `04`; undefined for what is no key. */
export function readPublicKey(text: string): PublicKeyHex | undefined {
  const hex = (text.length === 128 ? `04${text}` : text).toLowerCase()
  if (!/^04[0-9a-f]{128}$/.test(hex)) return undefined
  return secp256k1.utils.isValidPublicKey(bytesOfHex(hex), false) ? hex : undefined
}

/** The address that a key signs as: the last 20 bytes of the hash of its point, as `0x…`. */
export function addressOf(publicKey: PublicKeyHex): string {
  return `0x${hexOfBytes(keccak_256(bytesOfHex(publicKey).slice(1)).slice(-20))}`
}

/** The addresses whose keys may have made a signature, 64 bytes, over a hash: one of them did. */
export function possibleSigners(hash: Uint8Array, signature: Uint8Array): string[] {
  return [0, 1].flatMap((bit) => {
    try {
      const found = secp256k1.Signature.fromBytes(signature, 'compact').addRecoveryBit(bit)
      return addressOf(hexOfBytes(found.recoverPublicKey(hash).toBytes(false)))
    } catch {
      // No point of the curve has it: nobody signed so.
      return []
    }
  })
}

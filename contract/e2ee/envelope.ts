import { KEY_DIGITS, NONCE_BYTES } from './envelope-shape.ts'
import { bytesOfHex, hexOfBytes } from './hex.ts'
import { newKeyPair, sharedX, type PublicKeyHex } from './secp256k1.ts'

const HKDF_INFO = 'ecdsa_encryption'

/** Turns text into an envelope that only the holder of a key can open. */
export type Seal = (text: string) => Promise<string>

/** Opens an envelope. @throws for one that was sealed for another key, or was changed. */
export type Open = (envelope: string) => Promise<string>

/**
 * Seals texts for the holder of a key, all under one new key of the sender. An envelope is the hex of
 * the sender's public key, a nonce of its own, and AES-256-GCM; the key comes from ECDH by HKDF.
 */
export async function sealFor(recipient: PublicKeyHex): Promise<Seal> {
  const sender = newKeyPair()
  const key = await messageKey(sender.secret, recipient)
  return async (text) => {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: nonce },
      key,
      new TextEncoder().encode(text),
    )
    return sender.publicKey + hexOfBytes(nonce) + hexOfBytes(new Uint8Array(sealed))
  }
}

/** Opens envelopes with a secret key. The key of the last sender is kept: an answer comes from one. */
export function openWith(secret: Uint8Array): Open {
  let last: { sender: PublicKeyHex; key: Promise<CryptoKey> } | undefined
  return async (envelope) => {
    const sender = envelope.slice(0, KEY_DIGITS).toLowerCase()
    if (last?.sender !== sender) last = { sender, key: messageKey(secret, sender) }
    const { key } = last
    const rest = bytesOfHex(envelope.slice(KEY_DIGITS))
    const iv = rest.slice(0, NONCE_BYTES)
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv },
      await key,
      rest.slice(NONCE_BYTES),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  }
}

async function messageKey(secret: Uint8Array, publicKey: PublicKeyHex): Promise<CryptoKey> {
  const x = Uint8Array.from(sharedX(secret, publicKey))
  const shared = await crypto.subtle.importKey('raw', x, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array(),
      info: new TextEncoder().encode(HKDF_INFO),
    },
    shared,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

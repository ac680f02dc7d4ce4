import { type Message, messageText } from '../chat/messages.ts'
import { bytesOfHex, hexOfBytes } from '../encoding/bytes.ts'
import { isEnvelope, KEY_DIGITS, NONCE_BYTES } from './envelope-shape.ts'
import { newKeyPair, type PublicKeyHex, sharedX } from './secp256k1.ts'

const HKDF_INFO = 'ecdsa_encryption'

/** Turns text into an envelope that only the holder of a key can open. */
type Seal = (text: string) => Promise<string>

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

/** The roles whose content is sealed; the others travel as they are. */
const SEALED_ROLES: readonly Message['role'][] = ['user', 'system']

/** Messages with the content of each user and system message sealed, every one under a key of its own. */
export function sealMessages(messages: readonly Message[], recipient: PublicKeyHex) {
  return Promise.all(
    messages.map(async (message): Promise<Message> => {
      if (!isSealedRole(message)) return message
      const seal = await sealFor(recipient)
      return { ...message, content: await seal(messageText(message)) }
    }),
  )
}

/** The places of user and system messages whose content is not an envelope. */
export function plainMessages(messages: readonly Message[]): number[] {
  return messages.flatMap((message, at) =>
    isSealedRole(message) && !(typeof message.content === 'string' && isEnvelope(message.content))
      ? [at]
      : [],
  )
}

/** Messages with every envelope opened. @throws where one was sealed for another key, or was changed */
export function openMessages(messages: readonly Message[], open: Open) {
  return Promise.all(
    messages.map(async (message): Promise<Message> => {
      if (!isSealedRole(message) || typeof message.content !== 'string') return message
      return { ...message, content: await open(message.content) }
    }),
  )
}

type SealedMessage = Extract<Message, { role: 'user' | 'system' }>

function isSealedRole(message: Message): message is SealedMessage {
  return SEALED_ROLES.includes(message.role)
}

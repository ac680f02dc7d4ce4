import type { Hex, SignTypedDataParameters, TypedData } from 'viem'

import { decodeBase58, encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An Ethereum key of this page. Web Crypto knows none, so its bytes are in this closure until it is wiped. */
export interface EvmKey {
  address: Hex
  /** EIP-191. */
  signMessage(raw: Hex): Promise<Hex>
  /** EIP-712. */
  signTypedData(data: TypedDataToSign): Promise<Hex>
  wipe(): void
}

/** Typed data, which whoever calls has built or checked. */
export type TypedDataToSign = Omit<
  SignTypedDataParameters<TypedData, string>,
  'account' | 'privateKey'
>

/** The key of 32 secret bytes, which it overwrites when it is wiped. Rejects where they are none. */
export async function openEvmKey(secret: Bytes): Promise<EvmKey> {
  const { privateKeyToAddress, signMessage, signTypedData } = await import('viem/accounts')
  let isWiped = false
  const privateKey = (): Hex => {
    if (isWiped) throw new Error('locked')
    return `0x${hexOfBytes(secret)}`
  }
  return {
    address: privateKeyToAddress(privateKey()),
    signMessage: async (raw) => signMessage({ message: { raw }, privateKey: privateKey() }),
    signTypedData: async (data) => signTypedData({ ...data, privateKey: privateKey() }),
    wipe: () => {
      isWiped = true
      secret.fill(0)
    },
  }
}

/** What comes before the 32 secret bytes of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]

/** A Solana key of this page, which the browser does not give out. */
export interface SolanaKey {
  address: string
  publicKey: Bytes
  signMessage(message: Uint8Array): Promise<Uint8Array>
  /** The transaction with the signature of this key filled in; its other signatures stay as they are. */
  signTransaction(bytes: Uint8Array): Promise<Uint8Array>
}

/** The key of a pair that the browser made. */
export async function openSolanaPair({ publicKey, privateKey }: CryptoKeyPair): Promise<SolanaKey> {
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const signMessage = async (message: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new Uint8Array(message)))
  return {
    address: encodeBase58(raw),
    publicKey: raw,
    signMessage,
    signTransaction: (bytes) => withSignature(raw, bytes, signMessage),
  }
}

/** 32 new secret bytes, and the address that they are of. */
export async function newSolanaSecret(): Promise<{ secret: Bytes; address: string }> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('not supported')
  const [publicKey, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  const bytes = new Uint8Array(pkcs8)
  const secret = bytes.slice(PKCS8_PREFIX.length)
  bytes.fill(0)
  return { secret, address: encodeBase58(new Uint8Array(publicKey)) }
}

/** The key of 32 secret bytes; undefined where they are not those of the address. `secret` is overwritten. */
export async function openSolanaSecret(
  secret: Bytes,
  address: string,
): Promise<SolanaKey | undefined> {
  const pkcs8 = Uint8Array.of(...PKCS8_PREFIX, ...secret)
  secret.fill(0)
  try {
    const publicBytes = decodeBase58(address)
    if (publicBytes?.length !== 32) return undefined
    const [privateKey, publicKey] = await Promise.all([
      crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']),
      crypto.subtle.importKey('raw', new Uint8Array(publicBytes), 'Ed25519', true, ['verify']),
    ])
    const key = await openSolanaPair({ privateKey, publicKey })
    const probe = new TextEncoder().encode('vendor-playground pocket')
    const signature = new Uint8Array(await key.signMessage(probe))
    return (await crypto.subtle.verify('Ed25519', publicKey, signature, probe)) ? key : undefined
  } finally {
    pkcs8.fill(0)
  }
}

async function withSignature(
  publicKey: Uint8Array,
  bytes: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { VersionedTransaction } = await import('@solana/web3.js')
  const transaction = VersionedTransaction.deserialize(bytes)
  const { staticAccountKeys, header } = transaction.message
  const index = staticAccountKeys
    .slice(0, header.numRequiredSignatures)
    .findIndex((key) => encodeBase58(key.toBytes()) === encodeBase58(publicKey))
  if (index === -1) throw new Error("This wallet isn't a signer of this transaction.")
  transaction.signatures[index] = await sign(transaction.message.serialize())
  return transaction.serialize()
}

/** Bytes encrypted with a key of Web Crypto that never leaves the browser; both can be stored together. */
export interface SealedHere {
  wrapping: CryptoKey
  iv: Bytes
  sealed: ArrayBuffer
}

/** Seals bytes, and overwrites them. */
export async function sealHere(bytes: Bytes): Promise<SealedHere> {
  try {
    const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    const iv = crypto.getRandomValues(new Uint8Array(12))
    return {
      wrapping,
      iv,
      sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, wrapping, bytes),
    }
  } finally {
    bytes.fill(0)
  }
}

/** The bytes in clear, to be overwritten after use. */
export async function openSealedHere({ wrapping, iv, sealed }: SealedHere): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, wrapping, sealed))
}

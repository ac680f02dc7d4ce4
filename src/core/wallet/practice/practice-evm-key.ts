import type { Hex } from 'viem'

import { loadPracticeSecret, savePracticeSecret } from '../../storage/payments/practice-keys.ts'

/**
 * A private key as it is saved: Web Crypto knows no keys of Ethereum, so it is encrypted with one that it does know and
 * never gives out.
 */
interface SealedKey {
  wrapping: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

/** The practice wallet's private key: the saved one, or a new one. A saved one that is in clear is sealed. */
export async function loadPracticeKey(generate: () => Hex): Promise<Hex> {
  const saved = await loadPracticeSecret('evm')
  if (isSealed(saved)) return unseal(saved)
  const sealed = await seal(isKey(saved) ? saved : generate())
  const current = await savePracticeSecret('evm', sealed, saved)
  if (!isSealed(current)) throw new Error('The practice key could not be read.')
  return unseal(current)
}

async function seal(key: Hex): Promise<SealedKey> {
  const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(key)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, wrapping, bytes)
  return { wrapping, iv, sealed }
}

async function unseal({ wrapping, iv, sealed }: SealedKey): Promise<Hex> {
  const bytes = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv }, wrapping, sealed)
    .catch((cause: unknown) => {
      throw new Error('The practice key could not be read.', { cause })
    })
  const key = new TextDecoder().decode(bytes)
  if (!isKey(key)) throw new Error('The practice key could not be read.')
  return key
}

function isSealed(value: unknown): value is SealedKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'wrapping') instanceof CryptoKey
  )
}

function isKey(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}

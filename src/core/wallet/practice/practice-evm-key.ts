import { hexOf } from '../../../../contract/wallet/sign-in-check.ts'
import { loadPracticeSecret, savePracticeSecret } from '../../storage/payments/practice-keys.ts'
import { openSealedHere, sealHere, type SealedHere } from '../local-key/sealed-here.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The practice wallet's private key: the saved one, or a new one. A saved one that is in clear is sealed. */
export async function loadPracticeKey(): Promise<Bytes> {
  const saved = await loadPracticeSecret('evm')
  if (isSealed(saved)) return unseal(saved)
  const key = isKey(saved) ? saved : `0x${hexOf(crypto.getRandomValues(new Uint8Array(32)))}`
  const sealed = await sealHere(new TextEncoder().encode(key))
  const current = await savePracticeSecret('evm', sealed, saved)
  if (!isSealed(current)) throw new Error('The practice key could not be read.')
  return unseal(current)
}

/** It is sealed as its hexadecimal digits. */
async function unseal(sealed: SealedHere): Promise<Bytes> {
  const bytes = await openSealedHere(sealed).catch((cause: unknown) => {
    throw new Error('The practice key could not be read.', { cause })
  })
  const key = new TextDecoder().decode(bytes)
  if (!isKey(key)) throw new Error('The practice key could not be read.')
  return Uint8Array.from(key.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

function isSealed(value: unknown): value is SealedHere {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'wrapping') instanceof CryptoKey
  )
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}

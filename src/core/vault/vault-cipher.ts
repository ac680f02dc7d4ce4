import type { SealedSecret, SecretRef, UnlockMethod } from '../storage/vault/vault-records.ts'

/** What OWASP asks of PBKDF2-HMAC-SHA-256 at least. */
export const PBKDF2_ITERATIONS = 600_000

type Bytes = Uint8Array<ArrayBuffer>

/** The parts of Web Crypto that the vault uses. */
export interface VaultCrypto {
  subtle: Pick<SubtleCrypto, 'importKey' | 'deriveKey' | 'encrypt' | 'decrypt'>
  getRandomValues(bytes: Bytes): Bytes
  randomUUID(): string
}

/** What a method of unlocking is made of, before it wraps the vault key. */
export type MethodParameters =
  | Pick<UnlockMethod & { kind: 'passphrase' }, 'kind' | 'id' | 'salt' | 'iterations'>
  | Pick<UnlockMethod & { kind: 'passkey' }, 'kind' | 'id' | 'salt' | 'credentialId'>

/** Runs work with bytes that are secret, and overwrites them afterwards. */
export async function withSecretBytes<Result>(
  bytes: Bytes,
  work: (bytes: Bytes) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(bytes)
  } finally {
    bytes.fill(0)
  }
}

/**
 * The key that encrypts the vault key: PBKDF2 of a passphrase, HKDF of a passkey's PRF output. `secret`
 * is overwritten.
 */
export function deriveWrappingKey(
  { subtle }: VaultCrypto,
  method: MethodParameters,
  secret: Bytes,
): Promise<CryptoKey> {
  const isPassphrase = method.kind === 'passphrase'
  return withSecretBytes(secret, async (bytes) => {
    const source = await subtle.importKey('raw', bytes, isPassphrase ? 'PBKDF2' : 'HKDF', false, [
      'deriveKey',
    ])
    const { salt } = method
    const algorithm = isPassphrase
      ? { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: method.iterations }
      : { name: 'HKDF', hash: 'SHA-256', salt, info: utf8('vendor-playground vault passkey') }
    return subtle.deriveKey(algorithm, source, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
  })
}

/** Encrypts the vault key for one method of unlocking. */
export async function wrapVaultKey(
  crypto: VaultCrypto,
  {
    vaultId,
    method,
    wrappingKey,
  }: { vaultId: string; method: MethodParameters; wrappingKey: CryptoKey },
  vaultKey: Bytes,
): Promise<{ iv: Bytes; ciphertext: Bytes }> {
  return encrypt(crypto, wrappingKey, methodContext(vaultId, method), vaultKey)
}

/** The vault key in clear: overwrite it after use. Rejects when the wrapping key is another one. */
export async function unwrapVaultKey(
  crypto: VaultCrypto,
  vaultId: string,
  method: UnlockMethod,
  wrappingKey: CryptoKey,
): Promise<Bytes> {
  return decrypt(crypto, wrappingKey, methodContext(vaultId, method), method)
}

/** The vault key for use: it cannot be exported, and is never stored. */
export function importVaultKey({ subtle }: VaultCrypto, vaultKey: Bytes): Promise<CryptoKey> {
  return subtle.importKey('raw', vaultKey, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts a secret for the origin, connection and purpose in `ref` alone. */
export async function sealSecret(
  crypto: VaultCrypto,
  { vaultId, key }: { vaultId: string; key: CryptoKey },
  { origin, connectionId, purpose }: SecretRef,
  secret: Bytes,
): Promise<SealedSecret> {
  const ref = { origin, connectionId, purpose }
  const sealed = await encrypt(crypto, key, secretContext(vaultId, ref), secret)
  return { ...ref, version: 1, vaultId, ...sealed }
}

/** Rejects when the record was changed, or is not the one of `ref`. */
export async function openSecret(
  crypto: VaultCrypto,
  { vaultId, key }: { vaultId: string; key: CryptoKey },
  ref: SecretRef,
  sealed: Pick<SealedSecret, 'iv' | 'ciphertext'>,
): Promise<Bytes> {
  return decrypt(crypto, key, secretContext(vaultId, ref), sealed)
}

async function encrypt(
  crypto: VaultCrypto,
  key: CryptoKey,
  additionalData: Bytes,
  plain: Bytes,
): Promise<{ iv: Bytes; ciphertext: Bytes }> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    plain,
  )
  return { iv, ciphertext: new Uint8Array(ciphertext) }
}

async function decrypt(
  { subtle }: VaultCrypto,
  key: CryptoKey,
  additionalData: Bytes,
  { iv, ciphertext }: { iv: Bytes; ciphertext: Bytes },
): Promise<Bytes> {
  return new Uint8Array(
    await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, ciphertext),
  )
}

/** What is authenticated with a wrapped key: nobody can lower its iterations or move it. */
function methodContext(vaultId: string, method: MethodParameters): Bytes {
  const { kind, id, salt } = method
  const own = kind === 'passphrase' ? method.iterations : [...method.credentialId]
  return context('unlock', [vaultId, kind, id, [...salt], own])
}

function secretContext(vaultId: string, { origin, connectionId, purpose }: SecretRef): Bytes {
  return context('secret', [vaultId, origin, connectionId, purpose])
}

/** JSON has one reading, whatever the parts contain. */
function context(use: string, parts: readonly unknown[]): Bytes {
  return utf8(JSON.stringify(['vendor-playground vault', 1, use, ...parts]))
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

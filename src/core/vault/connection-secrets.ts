import type { HeaderList } from '../../../contract/headers/header-list.ts'
import type { Secrets } from '../client/connection/credential.ts'
import type { SecretPurpose } from '../storage/vault/vault-records.ts'
import { VaultFault } from './vault-fault.ts'
import type { Vault } from './vault.ts'

/** Whose secrets: a connection's, for one origin alone. */
export interface SecretsOwner {
  origin: string
  connectionId: string
}

/** Saves all secrets of a connection, in place of earlier ones for any origin. */
export async function saveSecrets(
  vault: Vault,
  owner: SecretsOwner,
  { apiKey, headers, refresh = '' }: Secrets,
): Promise<void> {
  const texts: [SecretPurpose, string][] = [
    ['key', apiKey],
    ['headers', headers.length === 0 ? '' : JSON.stringify(headers)],
    ['refresh', refresh],
  ]
  for (const [purpose, text] of texts)
    if (text !== '') await vault.seal({ ...owner, purpose }, new TextEncoder().encode(text))
  // Only then: what was saved before is not lost when saving fails.
  const saved = new Set(texts.flatMap(([purpose, text]) => (text === '' ? [] : [purpose])))
  await forgetSecrets(
    vault,
    owner.connectionId,
    ({ origin, purpose }) => origin !== owner.origin || !saved.has(purpose),
  )
}

/** The secrets of a connection in clear; rejects with a fault when none are saved. */
export async function loadSecrets(vault: Vault, owner: SecretsOwner): Promise<Secrets> {
  const [apiKey, headers] = [
    await loadText(vault, owner, 'key'),
    await loadText(vault, owner, 'headers'),
  ]
  if (apiKey === undefined && headers === undefined) throw new VaultFault('missing')
  return { apiKey: apiKey ?? '', headers: headers === undefined ? [] : readHeaders(headers) }
}

/** Deletes the secrets of a connection, or those that `isMeant`. A wallet's key is not among them. */
export async function forgetSecrets(
  vault: Vault,
  connectionId: string,
  isMeant: (ref: { origin: string; purpose: SecretPurpose }) => boolean = () => true,
): Promise<void> {
  const { secrets } = vault.store.getState()
  for (const ref of secrets)
    if (ref.connectionId === connectionId && ref.purpose !== 'wallet' && isMeant(ref))
      await vault.forget(ref)
}

/** One secret in clear; undefined where none is saved. */
export async function loadText(
  vault: Vault,
  owner: SecretsOwner,
  purpose: SecretPurpose,
): Promise<string | undefined> {
  const bytes = await vault.open({ ...owner, purpose })
  if (bytes === undefined) return undefined
  const text = new TextDecoder().decode(bytes)
  bytes.fill(0)
  return text
}

/** As {@link saveSecrets} wrote them: nobody else could have encrypted them. */
function readHeaders(text: string): HeaderList {
  const headers: unknown = JSON.parse(text)
  if (!Array.isArray(headers)) throw new VaultFault('damaged')
  return headers.map((pair: unknown): [string, string] => {
    const [name, value]: unknown[] = Array.isArray(pair) ? pair : []
    if (typeof name !== 'string' || typeof value !== 'string') throw new VaultFault('damaged')
    return [name, value]
  })
}

import type { HeaderList } from '../../../contract/headers/header-list.ts'
import {
  type CredentialSource,
  type Secrets,
  secretsCredential,
} from '../client/connection/credential.ts'
import type { SecretPurpose } from '../storage/vault/vault-records.ts'
import type { UnlockWaits } from './lock-when-idle.ts'
import { VaultFault } from './vault-fault.ts'
import type { Vault } from './vault.ts'

/** The vault, and the way to have the person unlock it. */
export interface OpenVault {
  vault: Vault
  unlockWaits: Pick<UnlockWaits, 'wait'>
}

/**
 * A credential whose secrets are in the vault: each request reads them there, so that a lock leaves
 * nothing behind. A request of the person waits until they have unlocked; one that the page sends by
 * itself is refused while locked.
 */
export function sealedCredential(
  loadVault: () => Promise<OpenVault>,
  owner: SecretsOwner,
): CredentialSource {
  const { origin } = owner
  /** As long as the vault is unlocked: what masks the secrets in texts of the person. */
  let unlocked: CredentialSource | undefined
  const read = async (isBackground: boolean, signal: AbortSignal) => {
    const { vault, unlockWaits } = await loadVault()
    if (vault.store.getState().status === 'loading') await vault.load()
    if (vault.store.getState().status !== 'unlocked') {
      if (isBackground) throw new VaultFault('locked')
      await unlockWaits.wait(signal)
    }
    const credential = secretsCredential(await loadSecrets(vault, owner), origin)
    if (credential === undefined) throw new VaultFault('missing')
    if (unlocked === undefined) {
      const stop = vault.store.subscribe(({ status }) => {
        if (status === 'unlocked') return
        stop()
        unlocked = undefined
      })
    }
    unlocked = credential
    return credential
  }
  return {
    kind: 'api-key',
    isSealed: true,
    label: 'saved key',
    origin,
    authorize: async (request, signal) =>
      (await read(request.isBackground === true, signal)).authorize(request, signal),
    withoutSecret: (text) => unlocked?.withoutSecret?.(text) ?? text,
  }
}

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

import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'

import { createUnlockWaits } from './lock-when-idle.ts'
import { forgetSecrets, loadSecrets, saveSecrets, sealedCredential } from './sealed-credential.ts'
import { fakeBrowser } from './testing/fake-vault-world.ts'
import { createVault } from './vault.ts'

const PASSPHRASE = { kind: 'passphrase', passphrase: 'correct horse battery' } as const
const OWNER = { origin: 'https://api.example.com', connectionId: 'connection-1' }
const SECRETS = { apiKey: 'sk-canary-0123456789', headers: [['api-key', 'header-canary']] } as const
const REQUEST = { method: 'POST', url: 'https://api.example.com/v1/chat/completions' }
const HEADERS = [
  ['Authorization', 'Bearer sk-canary-0123456789'],
  ['api-key', 'header-canary'],
]
const never = new AbortController().signal

/** A vault with the secrets of a connection, and the credential that a later visit makes of them. */
async function saved() {
  const browser = await fakeBrowser()
  const before = createVault(browser.openTab())
  await before.load()
  await before.setUp(PASSPHRASE)
  await saveSecrets(before, OWNER, SECRETS)
  const vault = createVault(browser.openTab())
  const asked: boolean[] = []
  const unlockWaits = createUnlockWaits(vault, (isWaiting) => asked.push(isWaiting))
  const credential = sealedCredential(() => Promise.resolve({ vault, unlockWaits }), OWNER)
  return { vault, unlockWaits, asked, credential }
}

it('behavior: a request of the person waits until the vault is unlocked', async () => {
  const { vault, asked, credential } = await saved()
  const authorizing = credential.authorize(REQUEST, never)
  await expect.poll(() => asked).toEqual([true])
  await vault.unlock(PASSPHRASE)
  expect(await authorizing).toEqual(HEADERS)
  expect(await credential.authorize({ ...REQUEST, isBackground: true }, never)).toEqual(HEADERS)
})

it('what the page sends by itself asks nobody, and is refused while locked', async () => {
  const { asked, credential } = await saved()
  await expect(
    credential.authorize({ ...REQUEST, isBackground: true }, never),
  ).rejects.toMatchObject({ kind: 'locked' })
  expect(asked).toEqual([])
})

it('a person who does not unlock, or stops, sends nothing', async () => {
  const { unlockWaits, asked, credential } = await saved()
  const refused = credential.authorize(REQUEST, never)
  await expect.poll(() => asked).toEqual([true])
  unlockWaits.refuse()
  await expect(refused).rejects.toMatchObject({ kind: 'locked' })
  const stop = new AbortController()
  const stopped = credential.authorize(REQUEST, stop.signal)
  await expect.poll(() => asked).toEqual([true, false, true])
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
})

it('texts are masked as long as it is unlocked, and a lock leaves nothing to mask with', async () => {
  const { vault, credential } = await saved()
  await vault.load()
  await vault.unlock(PASSPHRASE)
  await credential.authorize(REQUEST, never)
  const text = 'sk-canary-0123456789 and header-canary'
  expect(credential.withoutSecret?.(text)).not.toContain('canary')
  expect(credential.label).not.toContain('6789')
  vault.lock()
  expect(credential.withoutSecret?.(text)).toBe(text)
})

it('secrets saved again replace the earlier ones, also those of another origin', async () => {
  const { vault } = await saved()
  await vault.load()
  await vault.unlock(PASSPHRASE)
  const moved = { ...OWNER, origin: 'https://other.example' }
  await saveSecrets(vault, moved, { apiKey: 'sk-2', headers: [] })
  expect(vault.store.getState().secrets).toEqual([{ ...moved, purpose: 'key' }])
  expect(await loadSecrets(vault, moved)).toEqual({ apiKey: 'sk-2', headers: [] })
  await expect(loadSecrets(vault, OWNER)).rejects.toMatchObject({ kind: 'missing' })
})

it('forgetting a connection leaves the others, and the key of a wallet', async () => {
  const { vault, credential } = await saved()
  await vault.load()
  await vault.unlock(PASSPHRASE)
  const other = { ...OWNER, connectionId: 'connection-2' }
  await saveSecrets(vault, other, SECRETS)
  const wallet = { ...OWNER, purpose: 'wallet' } as const
  await vault.seal(wallet, new Uint8Array([1, 2, 3]))
  await forgetSecrets(vault, OWNER.connectionId)
  await expect(credential.authorize(REQUEST, never)).rejects.toMatchObject({ kind: 'missing' })
  expect(await loadSecrets(vault, other)).toEqual(SECRETS)
  expect(await vault.open(wallet)).toEqual(new Uint8Array([1, 2, 3]))
})

it('headers that are no headers are not sent', async () => {
  const { vault, credential } = await saved()
  await vault.load()
  await vault.unlock(PASSPHRASE)
  for (const text of ['{}', '[1]', '[["a", 2]]']) {
    await vault.seal({ ...OWNER, purpose: 'headers' }, new TextEncoder().encode(text))
    await expect(credential.authorize(REQUEST, never)).rejects.toMatchObject({ kind: 'damaged' })
  }
})

import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'

import {
  loadSecret,
  loadVault,
  saveSecret,
  type SecretRef,
} from '../storage/vault/vault-records.ts'
import { fakeBrowser } from './testing/fake-vault-world.ts'
import { createVault, type Proof, type Vault, type VaultWorld } from './vault.ts'

const PASSPHRASE: Proof = { kind: 'passphrase', passphrase: 'correct horse battery' }
const OTHER: Proof = { kind: 'passphrase', passphrase: 'another passphrase' }
const PASSKEY: Proof = { kind: 'passkey' }
const REF: SecretRef = {
  origin: 'https://api.example.com',
  connectionId: 'connection-1',
  purpose: 'key',
}
const KEY = 'sk-canary-0123456789'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (secret: Uint8Array | undefined) =>
  secret === undefined ? undefined : new TextDecoder().decode(secret)

async function openVault(world: VaultWorld): Promise<Vault> {
  const vault = createVault(world)
  await vault.load()
  return vault
}

/** A vault with one key, unlocked. */
async function remember(proof: Proof) {
  const browser = await fakeBrowser()
  const vault = await openVault(browser.openTab())
  await vault.setUp(proof)
  await vault.seal(REF, bytes(KEY))
  return { browser, vault, reload: () => openVault(browser.openTab()) }
}

it('behavior: a key saved with a passphrase is there again after a reload and one unlock', async () => {
  const { browser, vault, reload } = await remember(PASSPHRASE)
  expect(vault.store.getState()).toMatchObject({ status: 'unlocked', secrets: [REF] })
  expect(browser.derivations).toContainEqual({ name: 'PBKDF2', iterations: 600_000 })

  const later = await reload()
  expect(later.store.getState()).toMatchObject({
    status: 'locked',
    methods: [{ kind: 'passphrase' }],
    secrets: [REF],
  })
  await expect(later.open(REF)).rejects.toMatchObject({ kind: 'locked' })
  const unlocking = later.unlock(PASSPHRASE)
  expect(later.store.getState().status).toBe('unlocking')
  await unlocking
  expect(text(await later.open(REF))).toBe(KEY)
  expect(await later.open({ ...REF, purpose: 'headers' })).toBeUndefined()
})

it('a letter typed in another Unicode form is the same passphrase', async () => {
  const { reload } = await remember({ kind: 'passphrase', passphrase: 'caf\u00e9 caf\u00e9' })
  const later = await reload()
  await later.unlock({ kind: 'passphrase', passphrase: 'cafe\u0301 cafe\u0301' })
  expect(text(await later.open(REF))).toBe(KEY)
})

it.each([false, true])(
  'behavior: a passkey unlocks; its PRF was evaluated while it was made: %s',
  async (isEvaluatedAtOnce) => {
    const browser = await fakeBrowser()
    browser.passkeys.isEvaluatedAtOnce = isEvaluatedAtOnce
    const vault = await openVault(browser.openTab())
    await vault.setUp(PASSKEY)
    expect(browser.passkeys.asked).toBe(isEvaluatedAtOnce ? 1 : 2)
    await vault.seal(REF, bytes(KEY))
    const later = await openVault(browser.openTab())
    await later.unlock(PASSKEY)
    expect(text(await later.open(REF))).toBe(KEY)
    expect(browser.derivations.map(({ name }) => name)).toEqual(['HKDF', 'HKDF'])
  },
)

it('nothing that is stored contains the key, the passphrase or the vault key', async () => {
  const { browser } = await remember(PASSPHRASE)
  const wrapped: Uint8Array[] = []
  const world = browser.openTab()
  const vault = await openVault({
    ...world,
    crypto: {
      ...world.crypto,
      subtle: {
        ...world.crypto.subtle,
        importKey: ((...given: Parameters<SubtleCrypto['importKey']>) => {
          if (given[2] === 'AES-GCM' && given[1] instanceof Uint8Array)
            wrapped.push(given[1].slice())
          return world.crypto.subtle.importKey(...given)
        }) as SubtleCrypto['importKey'],
      },
    },
  })
  await vault.unlock(PASSPHRASE)
  const [vaultKey] = wrapped
  expect(vaultKey).toHaveLength(32)
  const records = [await loadVault(), await loadSecret(REF)]
  const stored = JSON.stringify(records, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
  for (const secret of [
    KEY,
    'correct horse battery',
    Buffer.from(vaultKey ?? []).toString('latin1'),
  ])
    expect(stored).not.toContain(JSON.stringify(secret).slice(1, -1))
})

it('what was given to be saved is overwritten', async () => {
  const { vault } = await remember(PASSPHRASE)
  const secret = bytes(KEY)
  await vault.seal(REF, secret)
  expect([...secret]).toEqual(Array.from(secret, () => 0))
})

it('behavior: locking reaches every tab, and stops an unlock under way', async () => {
  const { browser, vault } = await remember(PASSPHRASE)
  const tabs = await Promise.all([1, 2, 3].map(() => openVault(browser.openTab())))
  for (const tab of tabs) await tab.unlock(PASSPHRASE)
  const late = await openVault(browser.openTab())
  const unlocking = late.unlock(PASSPHRASE)
  vault.lock()
  for (const tab of [vault, ...tabs]) {
    expect(tab.store.getState().status).toBe('locked')
    await expect(tab.open(REF)).rejects.toMatchObject({ kind: 'locked' })
  }
  await expect(unlocking).rejects.toMatchObject({ kind: 'locked' })
  expect(late.store.getState().status).toBe('locked')
})

it('a key that is being read while the vault locks is not given out', async () => {
  const { vault } = await remember(PASSPHRASE)
  const reading = vault.open(REF)
  vault.lockHere()
  await expect(reading).rejects.toMatchObject({ kind: 'locked' })
})

it('behavior: a wrong passphrase loses nothing', async () => {
  const { reload } = await remember(PASSPHRASE)
  const later = await reload()
  await expect(later.unlock(OTHER)).rejects.toMatchObject({ kind: 'wrong_passphrase' })
  expect(later.store.getState()).toMatchObject({ status: 'locked', secrets: [REF] })
  await later.unlock(PASSPHRASE)
  expect(text(await later.open(REF))).toBe(KEY)
})

it('a passphrase that is too short sets nothing up', async () => {
  const browser = await fakeBrowser()
  const vault = await openVault(browser.openTab())
  await expect(vault.setUp({ kind: 'passphrase', passphrase: '1234567' })).rejects.toMatchObject({
    kind: 'short_passphrase',
  })
  expect(vault.store.getState().status).toBe('none')
})

it('behavior: a lost, canceled or unsuitable passkey says which it is and loses nothing', async () => {
  const { browser, reload } = await remember(PASSKEY)
  const later = await reload()
  const { passkeys } = browser
  passkeys.onAsked = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  await expect(later.unlock(PASSKEY)).rejects.toMatchObject({ kind: 'passkey_not_used' })
  passkeys.onAsked = () => Promise.reject(new DOMException('', 'SecurityError'))
  await expect(later.unlock(PASSKEY)).rejects.toMatchObject({ kind: 'passkey_unsupported' })
  passkeys.onAsked = () => Promise.resolve()
  passkeys.hasPrf = false
  await expect(later.unlock(PASSKEY)).rejects.toMatchObject({ kind: 'passkey_unsupported' })
  passkeys.hasPrf = true
  await later.unlock(PASSKEY)
  expect(text(await later.open(REF))).toBe(KEY)
  passkeys.lose()
  later.lock()
  await expect(later.unlock(PASSKEY)).rejects.toMatchObject({ kind: 'passkey_not_used' })
  expect(later.store.getState()).toMatchObject({ status: 'locked', secrets: [REF] })
})

it('a passkey without a PRF, or a page that can have none, sets nothing up', async () => {
  const browser = await fakeBrowser()
  browser.passkeys.hasPrf = false
  for (const changes of [
    {},
    { hostname: '127.0.0.1' },
    { hostname: '[::1]' },
    { credentials: undefined },
  ]) {
    const vault = await openVault(browser.openTab(changes))
    await expect(vault.setUp(PASSKEY)).rejects.toMatchObject({ kind: 'passkey_unsupported' })
    expect(vault.store.getState().status).toBe('none')
  }
})

it('a passkey whose output has changed is not taken for a wrong passphrase', async () => {
  const { browser, reload } = await remember(PASSKEY)
  const later = await reload()
  const { get } = browser.passkeys
  browser.passkeys.get = async (options) => {
    const credential = await get(options)
    const results = { first: new Uint8Array(32).fill(9) }
    return Object.assign({}, credential, {
      getClientExtensionResults: () => ({ prf: { results } }),
    })
  }
  await expect(later.unlock(PASSKEY)).rejects.toMatchObject({ kind: 'passkey_changed' })
})

it('behavior: a record moved to another origin, connection or purpose is not decrypted', async () => {
  const { vault } = await remember(PASSPHRASE)
  const sealed = await loadSecret(REF)
  if (sealed === undefined || sealed === 'unreadable') throw new Error('not saved')
  const moved: SecretRef[] = [
    { ...REF, origin: 'https://evil.example' },
    { ...REF, connectionId: 'connection-2' },
    { ...REF, purpose: 'headers' },
  ]
  for (const ref of moved) {
    await saveSecret({ ...sealed, ...ref })
    await expect(vault.open(ref)).rejects.toMatchObject({ kind: 'damaged' })
  }
  expect(text(await vault.open(REF))).toBe(KEY)
})

it('a second way to unlock works beside the first, and takes its proof', async () => {
  const { vault, reload } = await remember(PASSPHRASE)
  await expect(vault.addMethod(OTHER, PASSKEY)).rejects.toMatchObject({ kind: 'wrong_passphrase' })
  await vault.addMethod(PASSPHRASE, PASSKEY)
  expect(vault.store.getState().methods.map(({ kind }) => kind)).toEqual(['passphrase', 'passkey'])
  for (const proof of [PASSPHRASE, PASSKEY]) {
    const later = await reload()
    await later.unlock(proof)
    expect(text(await later.open(REF))).toBe(KEY)
  }
})

it('behavior: a changed passphrase is the only one that unlocks', async () => {
  const { vault, reload } = await remember(PASSPHRASE)
  await vault.addMethod(PASSPHRASE, OTHER)
  const later = await reload()
  expect(later.store.getState().methods).toHaveLength(1)
  await expect(later.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'wrong_passphrase' })
  await later.unlock(OTHER)
  expect(text(await later.open(REF))).toBe(KEY)
})

it('a passphrase changed in two tabs at once is the one that both were told', async () => {
  const { browser, vault, reload } = await remember(PASSPHRASE)
  const other = await openVault(browser.openTab())
  const third: Proof = { kind: 'passphrase', passphrase: 'a third passphrase' }
  const outcomes = await Promise.allSettled([
    vault.addMethod(PASSPHRASE, OTHER),
    other.addMethod(PASSPHRASE, third),
  ])
  const won = outcomes.map(({ status }) => status === 'fulfilled')
  expect(won.filter(Boolean)).toHaveLength(1)
  const later = await reload()
  await later.unlock(won[0] === true ? OTHER : third)
})

it('one of two ways can be removed, the last cannot', async () => {
  const { vault, reload } = await remember(PASSPHRASE)
  await vault.addMethod(PASSPHRASE, PASSKEY)
  const [passphrase, passkey] = vault.store.getState().methods
  await vault.removeMethod(passphrase?.id ?? '')
  await expect(vault.removeMethod(passkey?.id ?? '')).rejects.toMatchObject({ kind: 'last_method' })
  const later = await reload()
  await expect(later.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'wrong_passphrase' })
  await later.unlock(PASSKEY)
})

it('a key is forgotten alone, and while locked', async () => {
  const { vault, reload } = await remember(PASSPHRASE)
  const headers: SecretRef = { ...REF, purpose: 'headers' }
  await vault.seal(headers, bytes('[]'))
  const later = await reload()
  await later.forget(REF)
  expect(later.store.getState()).toMatchObject({ status: 'locked', secrets: [headers] })
  expect(await vault.open(REF)).toBeUndefined()
  expect(text(await vault.open(headers))).toBe('[]')
})

it('behavior: an erased vault is gone in every tab, and a tab cannot save into it', async () => {
  const { browser, vault, reload } = await remember(PASSPHRASE)
  const other = await openVault(
    browser.openTab({ channel: { publish: () => {}, subscribeOtherTabs: () => () => {} } }),
  )
  await other.unlock(PASSPHRASE)
  const notified = await openVault(browser.openTab())
  await vault.erase()
  await expect.poll(() => notified.store.getState().status).toBe('none')
  await expect(other.seal(REF, bytes(KEY))).rejects.toMatchObject({ kind: 'changed' })
  expect(other.store.getState()).toMatchObject({ status: 'none', secrets: [] })
  const later = await reload()
  expect(later.store.getState()).toMatchObject({ status: 'none', secrets: [], methods: [] })
  await expect(later.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'changed' })
  await later.setUp(OTHER)
  expect(await later.open(REF)).toBeUndefined()
})

it('two tabs that set up at once make one vault', async () => {
  const browser = await fakeBrowser()
  const tabs = await Promise.all([1, 2].map(() => openVault(browser.openTab())))
  const outcomes = await Promise.allSettled(tabs.map((tab) => tab.setUp(PASSPHRASE)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect
    .poll(() => tabs.map(({ store }) => store.getState().status).toSorted())
    .toEqual(['locked', 'unlocked'])
})

it.each([
  [new DOMException('', 'QuotaExceededError'), 'storage_full'],
  [new DOMException('', 'UnknownError'), 'storage_failed'],
])('behavior: storage that fails with %s loses nothing of before', async (error, kind) => {
  const { browser, vault } = await remember(PASSPHRASE)
  const world = browser.openTab()
  const fails = () => Promise.reject(error)
  const full = await openVault({
    ...world,
    storage: { ...world.storage, saveSecret: fails, updateVaultRecord: fails },
  })
  await full.unlock(PASSPHRASE)
  await expect(full.seal(REF, bytes('sk-new'))).rejects.toMatchObject({ kind, cause: error })
  await expect(full.addMethod(PASSPHRASE, OTHER)).rejects.toMatchObject({ kind })
  expect(text(await full.open(REF))).toBe(KEY)
  expect(text(await vault.open(REF))).toBe(KEY)
})

it('storage that is refused is reported as such, and asked again later', async () => {
  const browser = await fakeBrowser()
  const world = browser.openTab()
  let isRefused = true
  const vault = createVault({
    ...world,
    storage: {
      ...world.storage,
      loadVault: () =>
        isRefused ? Promise.reject(new Error('refused')) : world.storage.loadVault(),
    },
  })
  await expect(vault.load()).rejects.toMatchObject({ kind: 'storage_failed' })
  expect(vault.store.getState().status).toBe('loading')
  isRefused = false
  await vault.load()
  expect(vault.store.getState().status).toBe('none')
})

it('the real number of iterations unlocks as well', async () => {
  const browser = await fakeBrowser()
  const real = () => openVault(browser.openTab({ crypto }))
  await (await real()).setUp(PASSPHRASE)
  const later = await real()
  await later.unlock(PASSPHRASE)
  expect(later.store.getState().status).toBe('unlocked')
})

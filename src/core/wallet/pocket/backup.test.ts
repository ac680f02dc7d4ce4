import { beforeEach, expect, it, vi } from 'vitest'
import 'fake-indexeddb/auto'

import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { BASE, BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { listPocketAccounts } from '../../storage/pocket/pocket-records.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { backUpPocket, markBackedUp, restorePocket } from './backup.ts'
import {
  createPocketAccount,
  loadPocket,
  lockPocket,
  pocketChoice,
  removePocket,
  secretOf,
  setFundedFrom,
} from './pocket-account.ts'
import { secretRefOf } from './pocket-keys.ts'
import { type FakeTab, fakePocketBrowser, PROOF, signInOf } from './testing/fake-pocket.ts'

const BASE_URL = 'http://127.0.0.1:4310/api/v1'
const PASSPHRASE = 'a long enough passphrase'

let storage: TestStorage
beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})

async function openTab(): Promise<FakeTab> {
  const tab = (await fakePocketBrowser()).openTab()
  await tab.vault.setUp(PROOF)
  return tab
}

function create(tab: FakeTab, network: typeof BASE_SEPOLIA | typeof SOLANA_DEVNET) {
  return createPocketAccount(tab.pocket, { network, baseUrl: BASE_URL, keyPlace: 'vault' })
}

async function backup(network: typeof BASE_SEPOLIA | typeof SOLANA_DEVNET = BASE_SEPOLIA) {
  const tab = await openTab()
  const account = await create(tab, network)
  const { text } = await backUpPocket(tab.pocket, account.id, PASSPHRASE)
  return { account, text }
}

it('behavior: a lost browser is restored from its backup, 20 times of 20', async () => {
  for (let round = 0; round < 20; round++) {
    const network = round % 2 === 0 ? BASE_SEPOLIA : SOLANA_DEVNET
    const { account, text } = await backup(network)
    const tab = await openTab()
    expect((await listPocketAccounts()).accounts).toEqual([])
    const keyPlace = round % 4 < 2 ? 'vault' : 'memory'
    const restored = await restorePocket(tab.pocket, text, { passphrase: PASSPHRASE, keyPlace })
    const { address, origin, limits, createdAt } = account
    expect(restored).toMatchObject({ address, origin, limits, createdAt })
    expect(restored.backedUpAt).toBeDefined()
    const driver = tab.drivers[account.family]
    await driver.connect(pocketChoice(restored).id)
    await driver.signText(address, signInOf(restored, tab.pocket.world.now()))
  }
})

it('behavior: a passphrase that is wrong or short, and a locked account, end in words', async () => {
  const { account, text } = await backup()
  const tab = await openTab()
  await expect(
    restorePocket(tab.pocket, text, { passphrase: `${PASSPHRASE}.`, keyPlace: 'vault' }),
  ).rejects.toMatchObject({ kind: 'wrong_passphrase', advice: { title: 'Wrong passphrase' } })
  expect((await listPocketAccounts()).accounts).toEqual([])
  const { id } = await restorePocket(tab.pocket, text, {
    passphrase: PASSPHRASE,
    keyPlace: 'vault',
  })
  await expect(backUpPocket(tab.pocket, id, 'short')).rejects.toMatchObject({
    kind: 'short_passphrase',
  })
  lockPocket(tab.pocket)
  await expect(backUpPocket(tab.pocket, id, PASSPHRASE)).rejects.toMatchObject({ kind: 'locked' })
  await expect(
    restorePocket(tab.pocket, text, { passphrase: PASSPHRASE, keyPlace: 'vault' }),
  ).rejects.toMatchObject({ kind: 'locked' })
  expect(account.address).toBe((await listPocketAccounts()).accounts[0]?.address)
})

it('brings back a key that the vault has lost, and keeps the account as it is here', async () => {
  const tab = await openTab()
  const account = await create(tab, BASE_SEPOLIA)
  const { text, fileName } = await backUpPocket(tab.pocket, account.id, PASSPHRASE)
  expect(fileName).toMatch(/^pocket-account-0x\w{6}-2027-01-15\.json$/)
  await markBackedUp(tab.pocket, account.id)
  await setFundedFrom(tab.pocket, account.id, '0x1111111111111111111111111111111111111111')
  lockPocket(tab.pocket)
  await tab.vault.unlock(PROOF)
  await tab.vault.forget(secretRefOf(account))
  const restored = await restorePocket(tab.pocket, text, {
    passphrase: PASSPHRASE,
    keyPlace: 'vault',
  })
  expect(restored).toMatchObject({ id: account.id, fundedFrom: expect.any(String) as string })
  expect(await secretOf(tab.pocket, restored)).toHaveLength(32)
})

it('moves an account from memory into the vault by its backup', async () => {
  const tab = await openTab()
  const account = await createPocketAccount(tab.pocket, {
    network: SOLANA_DEVNET,
    baseUrl: BASE_URL,
    keyPlace: 'memory',
  })
  expect((await listPocketAccounts()).accounts).toEqual([])
  const { text } = await backUpPocket(tab.pocket, account.id, PASSPHRASE)
  await restorePocket(tab.pocket, text, { passphrase: PASSPHRASE, keyPlace: 'vault' })
  expect((await listPocketAccounts()).accounts).toMatchObject([{ id: account.id }])
  expect(tab.pocket.store.getState().inMemory).toEqual([])
})

it('does not put another account in the place of the one that is here', async () => {
  const { text } = await backup()
  const tab = await openTab()
  await create(tab, BASE_SEPOLIA)
  await expect(
    restorePocket(tab.pocket, text, { passphrase: PASSPHRASE, keyPlace: 'vault' }),
  ).rejects.toMatchObject({ kind: 'exists' })
})

it('behavior: a file that was changed anywhere restores nothing', async () => {
  const { account, text } = await backup()
  const tab = await openTab()
  const file = JSON.parse(text) as Record<'account' | 'encryption', object> & { key: string }
  const changed = (part: 'account' | 'encryption', change: Record<string, unknown>) => ({
    ...file,
    [part]: { ...file[part], ...change },
  })
  const { limits } = account
  const changes: unknown[] = [
    {},
    [],
    null,
    { ...file, type: 'something else' },
    { ...file, version: 2 },
    { ...file, key: `${file.key.slice(0, -6)}AAAA==` },
    { ...file, key: '====' },
    changed('account', { baseUrl: 'https://evil.example/api/v1' }),
    changed('account', { baseUrl: 'javascript:alert(1)' }),
    changed('account', { address: `0x${'11'.repeat(20)}` }),
    changed('account', { networkId: BASE.id }),
    changed('account', { networkId: 'eip155:1' }),
    changed('account', { family: 'solana', networkId: SOLANA_DEVNET.id }),
    changed('account', { fundedFrom: `0x${'66'.repeat(20)}` }),
    changed('account', { createdAt: 1 }),
    changed('account', { limits: { ...limits, ceilingMicroUsd: 50_000_000 } }),
    changed('account', { limits: { ...limits, ceilingMicroUsd: 50_000_001 } }),
    changed('account', { limits: { ...limits, dailyMicroUsd: -1 } }),
    changed('encryption', { iterations: 1 }),
    changed('encryption', { iterations: 1e12 }),
    changed('encryption', { salt: btoa('x'.repeat(32)) }),
    changed('encryption', { iv: btoa('x'.repeat(12)) }),
  ]
  const texts = [
    ...changes.map((change) => JSON.stringify(change)),
    '',
    text.slice(0, -20),
    text + ' '.repeat(20_000),
  ]
  for (const one of texts)
    await expect(
      restorePocket(tab.pocket, one, { passphrase: PASSPHRASE, keyPlace: 'vault' }),
      one.slice(0, 400),
    ).rejects.toMatchObject({
      kind: expect.stringMatching(/^(?:invalid_backup|wrong_p)/) as string,
    })
  expect((await listPocketAccounts()).accounts).toEqual([])
})

it.each([
  ['evm', BASE_SEPOLIA],
  ['solana', SOLANA_DEVNET],
] as const)(
  'behavior: no store, state, file or report holds the key of an account on %s in clear',
  async (_family, network) => {
    const browser = await fakePocketBrowser()
    const tab = browser.openTab()
    await tab.vault.setUp(PROOF)
    const account = await create(tab, network)
    const secret = await secretOf(tab.pocket, account)
    const { text } = await backUpPocket(tab.pocket, account.id, PASSPHRASE)
    const driver = tab.drivers[account.family]
    await driver.connect(pocketChoice(account).id)
    await driver.signText(account.address, signInOf(account, browser.clock.now))
    const seen = async () =>
      [
        ...(await storedBytes()),
        JSON.stringify([tab.pocket.store.getState(), tab.session.getState(), browser.reported]),
        text,
        JSON.stringify(storage),
      ].join('\n')
    const forms = [hexOfBytes(secret), btoa(String.fromCodePoint(...secret)), [...secret].join(',')]
    for (const form of forms) expect(await seen()).not.toContain(form)
    // The scan is known to see.
    await tab.pocket.world.storage.updatePocketAccount(account.id, (one) => ({
      ...one,
      fundedFrom: hexOfBytes(secret),
    }))
    expect(await seen()).toContain(forms[0])
    // Locked, nothing in the page signs, and the bytes are overwritten.
    const [opened] = tab.pocket.keys.values()
    lockPocket(tab.pocket)
    if (opened?.family === 'evm')
      await expect(opened.key.signMessage('0x00')).rejects.toThrow('locked')
    expect(tab.pocket.keys.size).toBe(0)
    await tab.vault.unlock(PROOF)
    await loadPocket(tab.pocket)
    await removePocket(tab.pocket, account.id)
    expect(tab.vault.store.getState().secrets).toEqual([])
  },
)

/** All bytes and texts in the databases of this browser: hexadecimal digits, and JSON. */
async function storedBytes(): Promise<string[]> {
  const found: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error(`${name} does not open.`))
    })
    for (const store of db.objectStoreNames) {
      const values = await new Promise<unknown[]>((resolve, reject) => {
        const reading = db.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => resolve(reading.result as unknown[])
        reading.onerror = () => reject(new Error(`${store} cannot be read.`))
      })
      found.push(
        JSON.stringify(values, (_key, value: unknown) =>
          value instanceof Uint8Array ? hexOfBytes(value) : value,
        ),
      )
    }
    db.close()
  }
  return found
}

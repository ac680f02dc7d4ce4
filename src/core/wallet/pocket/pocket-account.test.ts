import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'

import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { newAuthorization } from '../../../../contract/wallet/payment/payment-payload.ts'
import * as pocketStorage from '../../storage/pocket/pocket-records.ts'
import type { PocketAccount } from '../../storage/pocket/pocket-records.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { deleteSecret } from '../../storage/vault/vault-records.ts'
import { IDLE_LIMIT, lockWhenIdle } from '../../vault/lock-when-idle.ts'
import { memoryChannels } from '../../vault/testing/fake-vault-world.ts'
import { pocketSpending } from './allowed.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import {
  createPocketAccount,
  loadPocket,
  lockPocket,
  lockPocketHere,
  pocketChoice,
  removePocket,
  setFundedFrom,
  setPocketLimits,
  unlockPocket,
} from './pocket-account.ts'
import { secretRefOf } from './pocket-keys.ts'
import { type FakeTab, fakePocketBrowser, PROOF, signInOf } from './testing/fake-pocket.ts'

const BASE_URL = 'http://127.0.0.1:4310/api/v1'
const PAYEE = '0x2222222222222222222222222222222222222222'
const never = new AbortController().signal

let browser: Awaited<ReturnType<typeof fakePocketBrowser>>

beforeEach(async () => {
  vi.stubGlobal('localStorage', new TestStorage())
  browser = await fakePocketBrowser()
})

async function withAccount(network: typeof BASE_SEPOLIA | typeof SOLANA_DEVNET = BASE_SEPOLIA) {
  const tab = browser.openTab()
  await tab.vault.load()
  if (tab.vault.store.getState().status === 'none') await tab.vault.setUp(PROOF)
  const account = await createPocketAccount(tab.pocket, {
    network,
    baseUrl: BASE_URL,
    keyPlace: 'vault',
  })
  return { tab, account }
}

async function sign(tab: FakeTab, account: PocketAccount, maxMicroUsd?: number): Promise<string> {
  const driver = tab.drivers[account.family]
  await driver.connect(pocketChoice(account).id)
  return driver.signText(account.address, signInOf(account, browser.clock.now), {
    maxMicroUsd,
    onSettled: () => {},
  })
}

it.each([
  ['evm', BASE_SEPOLIA, /^0x[0-9a-fA-F]{40}$/, /^0x[0-9a-f]{130}$/],
  ['solana', SOLANA_DEVNET, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
] as const)(
  'creates an account on %s that signs in by itself, and again after a reload once it is unlocked',
  async (_family, network, address, signature) => {
    const { tab, account } = await withAccount(network)
    expect(account.address).toMatch(address)
    expect(tab.pocket.store.getState()).toMatchObject({
      status: 'unlocked',
      unlocked: [account.id],
      inMemory: [],
    })
    expect(await sign(tab, account)).toMatch(signature)

    const later = browser.openTab()
    await loadPocket(later.pocket)
    expect(later.pocket.store.getState()).toMatchObject({ accounts: [account], status: 'locked' })
    await expect(sign(later, account)).rejects.toMatchObject({ kind: 'locked' })
    const unlocking = unlockPocket(later.pocket, account.id, never)
    await vi.waitFor(() => expect(later.asked.times).toBe(1))
    await later.vault.unlock(PROOF)
    await unlocking
    expect(await sign(later, account)).toMatch(signature)
  },
)

it('refuses without asking anybody to unlock for what the page sends by itself', async () => {
  const { account } = await withAccount()
  const tab = browser.openTab()
  await tab.drivers.evm.connect(pocketChoice(account).id)
  await expect(tab.drivers.evm.unlock?.(never, true)).rejects.toMatchObject({ kind: 'locked' })
  expect(tab.asked.times).toBe(0)
})

it('locks every account in every tab by one press, and the vault with them', async () => {
  const { tab, account } = await withAccount()
  const other = browser.openTab()
  await other.vault.load()
  await other.vault.unlock(PROOF)
  await unlockPocket(other.pocket, account.id, never)
  lockPocket(tab.pocket)
  for (const one of [tab, other]) {
    expect(one.pocket.store.getState().status).toBe('locked')
    await expect(sign(one, account)).rejects.toMatchObject({ kind: 'locked' })
  }
  await vi.waitFor(() => expect(other.vault.store.getState().status).toBe('locked'))
  expect(tab.vault.store.getState().status).toBe('locked')
})

it('locks with the vault, whoever locks that', async () => {
  const { tab } = await withAccount()
  tab.vault.lockHere()
  expect(tab.pocket.store.getState().status).toBe('locked')
})

it('stays locked when it is locked while it is being unlocked', async () => {
  const { account } = await withAccount()
  const tab = browser.openTab()
  await tab.vault.load()
  await tab.vault.unlock(PROOF)
  await loadPocket(tab.pocket)
  const unlocking = unlockPocket(tab.pocket, account.id, never)
  await vi.waitFor(() => expect(tab.pocket.vault.opened).toBeDefined())
  lockPocket(tab.pocket)
  await unlocking.catch(() => undefined)
  expect(tab.pocket.store.getState().status).toBe('locked')
})

it('keeps an account in memory alone without a vault: it locks, unlocks, and is gone after a reload', async () => {
  const tab = browser.openTab()
  const account = await createPocketAccount(tab.pocket, {
    network: BASE_SEPOLIA,
    baseUrl: BASE_URL,
    keyPlace: 'memory',
  })
  expect(tab.pocket.store.getState().inMemory).toEqual([account.id])
  lockPocket(tab.pocket)
  await expect(sign(tab, account)).rejects.toMatchObject({ kind: 'locked' })
  await unlockPocket(tab.pocket, account.id, never)
  expect(await sign(tab, account)).toMatch(/^0x/)
  await setPocketLimits(tab.pocket, account.id, { ...DEFAULT_LIMITS, perRequestMicroUsd: 1 })
  await expect(sign(tab, account, 2)).rejects.toMatchObject({ kind: 'limit' })
  expect(tab.asked.times).toBe(0)
  const later = browser.openTab()
  await loadPocket(later.pocket)
  expect(later.pocket.store.getState().accounts).toEqual([])
})

it('has one account for an API and a family, also when two tabs create one at once', async () => {
  const { tab } = await withAccount()
  await expect(
    createPocketAccount(tab.pocket, {
      network: BASE_SEPOLIA,
      baseUrl: BASE_URL,
      keyPlace: 'memory',
    }),
  ).rejects.toMatchObject({ kind: 'exists' })
  const other = browser.openTab()
  await other.vault.load()
  await other.vault.unlock(PROOF)
  const both = await Promise.allSettled(
    [tab, other].map(({ pocket }) =>
      createPocketAccount(pocket, { network: SOLANA_DEVNET, baseUrl: BASE_URL, keyPlace: 'vault' }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // The key of the one that lost is not left behind.
  await tab.vault.load()
  expect(tab.vault.store.getState().secrets).toHaveLength(2)
})

it('changes limits for all tabs, while it is unlocked, and only to ones that make sense', async () => {
  const { tab, account } = await withAccount()
  const other = browser.openTab()
  await loadPocket(other.pocket)
  const limits = { ceilingMicroUsd: 20_000_000, dailyMicroUsd: 6_000_000, perRequestMicroUsd: 5 }
  await setPocketLimits(tab.pocket, account.id, limits)
  await vi.waitFor(() => expect(other.pocket.store.getState().accounts).toMatchObject([{ limits }]))
  await expect(setPocketLimits(other.pocket, account.id, limits)).rejects.toMatchObject({
    kind: 'locked',
  })
  for (const wrong of [
    { ceilingMicroUsd: 50_000_001 },
    { dailyMicroUsd: 20_000_001 },
    { perRequestMicroUsd: 6_000_001 },
    { perRequestMicroUsd: 0 },
    { dailyMicroUsd: 1.5 },
    { ceilingMicroUsd: Number.NaN },
  ])
    await expect(
      setPocketLimits(tab.pocket, account.id, { ...limits, ...wrong }),
    ).rejects.toMatchObject({ kind: 'invalid_limits' })
  await setFundedFrom(tab.pocket, account.id, '0xabc')
  expect(tab.pocket.store.getState().accounts).toMatchObject([{ limits, fundedFrom: '0xabc' }])
})

it('removes an account with its key in every tab, and says so where it was in use', async () => {
  const { tab, account } = await withAccount()
  const other = browser.openTab()
  await other.drivers.evm.connect(pocketChoice(account).id)
  await removePocket(tab.pocket, account.id)
  await vi.waitFor(() => expect(other.session.getState().session).toBeUndefined())
  await expect(other.drivers.evm.connect(pocketChoice(account).id)).rejects.toMatchObject({
    kind: 'gone',
  })
  expect(tab.vault.store.getState().secrets).toEqual([])
})

it('says that the key is lost when the vault no longer has it, or has that of another account', async () => {
  const { tab, account } = await withAccount()
  lockPocket(tab.pocket)
  const later = browser.openTab()
  await later.vault.load()
  await later.vault.unlock(PROOF)
  await later.vault.seal(secretRefOf(account), new Uint8Array(32).fill(7))
  await expect(unlockPocket(later.pocket, account.id, never)).rejects.toMatchObject({
    kind: 'key_lost',
  })
  await deleteSecret(secretRefOf(account))
  await expect(unlockPocket(later.pocket, account.id, never)).rejects.toMatchObject({
    kind: 'key_lost',
    advice: { nextStep: 'Restore it from its backup.' },
  })
})

it('creates nothing, and says so, on a full disk or with a locked vault', async () => {
  const tab = browser.openTab()
  await tab.vault.load()
  await tab.vault.setUp(PROOF)
  const { storage } = tab.pocket.world
  const full = browser.openTab({
    storage: {
      ...storage,
      addPocketAccount: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    },
  })
  await full.vault.load()
  await full.vault.unlock(PROOF)
  const given = { network: BASE_SEPOLIA, baseUrl: BASE_URL, keyPlace: 'vault' } as const
  await expect(createPocketAccount(full.pocket, given)).rejects.toMatchObject({
    kind: 'storage_full',
  })
  await full.vault.load()
  expect(full.vault.store.getState().secrets).toEqual([])
  expect(full.pocket.store.getState().status).toBe('locked')
  tab.vault.lock()
  await expect(createPocketAccount(tab.pocket, given)).rejects.toMatchObject({ kind: 'locked' })
})

it('locks by itself when nobody is there, in memory too, and when the page is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const tab = browser.openTab()
    const account = await createPocketAccount(tab.pocket, {
      network: SOLANA_DEVNET,
      baseUrl: BASE_URL,
      keyPlace: 'memory',
    })
    const window = new EventTarget()
    const clock = { now: () => Date.now(), elapsed: () => Date.now() }
    const stop = lockWhenIdle(
      { store: tab.pocket.store, lockHere: () => lockPocketHere(tab.pocket) },
      { clock, window, document: new EventTarget(), channel: memoryChannels<'active'>()() },
    )
    const { status } = tab.pocket.store.getState()
    vi.advanceTimersByTime(IDLE_LIMIT - 1)
    window.dispatchEvent(new Event('keydown'))
    vi.advanceTimersByTime(IDLE_LIMIT - 1)
    expect([status, tab.pocket.store.getState().status]).toEqual(['unlocked', 'unlocked'])
    vi.advanceTimersByTime(1)
    expect(tab.pocket.store.getState().status).toBe('locked')
    await unlockPocket(tab.pocket, account.id, never)
    window.dispatchEvent(new Event('pagehide'))
    expect(tab.pocket.store.getState().status).toBe('locked')
    stop()
  } finally {
    vi.useRealTimers()
  }
})

it.each(['request', 'top-up'] as const)(
  'locked in the middle of a %s, it signs nothing and counts nothing',
  async (kind) => {
    const { account } = await withAccount()
    const { reservePocketSpend } = pocketStorage
    let isLocking = true
    const reserveThenLock: typeof reservePocketSpend = async (...asked) => {
      const refusal = await reservePocketSpend(...asked)
      if (isLocking) tab.vault.lock()
      return refusal
    }
    const tab: FakeTab = browser.openTab({
      storage: { ...pocketStorage, reservePocketSpend: reserveThenLock },
    })
    await tab.vault.load()
    await tab.vault.unlock(PROOF)
    await unlockPocket(tab.pocket, account.id, never)
    await tab.drivers.evm.connect(pocketChoice(account).id)
    browser.payees.set(`${account.origin} ${BASE_SEPOLIA.id}`, PAYEE)
    const pay = () =>
      kind === 'request'
        ? sign(tab, account)
        : tab.drivers.evm.signTransfer(
            BASE_SEPOLIA,
            newAuthorization({
              from: account.address,
              to: PAYEE,
              amountAtomic: 5_000_000,
              timeoutSeconds: 300,
              nowMs: browser.clock.now,
              nonce: `0x${'ab'.repeat(32)}`,
            }),
          )
    await expect(pay()).rejects.toMatchObject({ kind: 'locked' })
    expect(await pocketSpending(tab.pocket, account.id)).toEqual({
      requestsMicroUsd: 0,
      topUpsMicroUsd: 0,
    })
    isLocking = false
    await tab.vault.unlock(PROOF)
    await unlockPocket(tab.pocket, account.id, never)
    expect(await pay()).toMatch(/^0x/)
  },
)

it('signs nothing once its storage was deleted, and forgets the key at the next look', async () => {
  const { tab, account } = await withAccount()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('vendor-playground-pocket').onsuccess = resolve
  })
  await expect(sign(tab, account)).rejects.toMatchObject({ kind: 'gone' })
  await loadPocket(tab.pocket)
  expect(tab.pocket.store.getState()).toMatchObject({ accounts: [], status: 'locked' })
  expect(tab.pocket.keys.size).toBe(0)
})

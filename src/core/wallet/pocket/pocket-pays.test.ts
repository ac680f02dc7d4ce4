import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { mintSignIn, newNonce, signInText } from '../../../../contract/wallet/sign-in.ts'
import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import type { SignatureWait } from '../../client/connection/signature-wait.ts'
import { readWithCost } from '../../client/operation.ts'
import { request } from '../../client/request.ts'
import { BASE_URL, fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { connectWallet, createDrivers, disconnectWallet } from '../session/drivers.ts'
import { rememberedWallet } from '../session/wallet-session.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import { createViewStore } from '../state/view-store.ts'
import { createSettingsStore } from '../wallet.ts'
import { pocketSpending } from './allowed.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { createPocketAccount, lockPocket, pocketChoice } from './pocket-account.ts'
import { type FakeTab, fakePocketBrowser, PROOF } from './testing/fake-pocket.ts'

const never = new AbortController().signal

let browser: Awaited<ReturnType<typeof fakePocketBrowser>>
beforeEach(async () => {
  vi.stubGlobal('localStorage', new TestStorage())
  browser = await fakePocketBrowser()
})

async function withAccount() {
  const tab = browser.openTab()
  await tab.vault.setUp(PROOF)
  const account = await createPocketAccount(tab.pocket, {
    network: BASE_SEPOLIA,
    baseUrl: BASE_URL,
    keyPlace: 'vault',
  })
  return { tab, account }
}

/** The page of a tab, as it pays from the account that is connected. */
function openPage({ session, drivers: pocket }: FakeTab) {
  const { client, world, ...opened } = fakeClient(() => jsonResponse({ cost: { usd: 0.000_1 } }))
  const connection = { ...opened.connection, kind: 'local' as const }
  const wallet = {
    drivers: createDrivers(session, { openPocket: () => Promise.resolve(pocket) }),
    session,
    now: () => browser.clock.now,
    settings: createSettingsStore(),
    signatureWaits: createStore(() => ({ waiting: new Array<SignatureWait>() })),
    view: createViewStore(),
  }
  const chains = [BASE_SEPOLIA, SOLANA_DEVNET].map((network) => ({ network, rpcUrl: '' }))
  wallet.view.setState({ local: { chains, faucetUrl: '' } })
  /** One press on Send; `background`: the page sends it by itself. */
  const send = (maxCost: number | undefined, purpose?: 'background') => {
    const inUse = session.getState().session
    if (inUse === undefined) throw new Error('no wallet')
    const paying = { ...connection, credential: walletCredential(wallet, inUse, connection) }
    return request(
      client,
      paying,
      { method: 'POST', path: '/chat/completions', body: { a: 1 } },
      {
        signal: never,
        read: readWithCost(client),
        admit: [spendLimitsOf(client).admission(() => maxCost)],
        ...(purpose && { purpose }),
      },
    )
  }
  return { wallet, send, world }
}

it('behavior: 50 messages, a comparison of four and a board of 100 are paid without a prompt', async () => {
  const { tab, account } = await withAccount()
  const { wallet, send, world } = openPage(tab)
  let prompts = 0
  wallet.signatureWaits.subscribe(() => (prompts += 1))
  expect(await connectWallet(wallet, pocketChoice(account))).toBe(true)
  const results = []
  for (let message = 0; message < 50; message++) results.push(await send(1_000))
  // The comparison, then the board, of which ten cells are under way at a time.
  for (const atOnce of [4, ...Array.from({ length: 10 }, () => 10)])
    results.push(...(await Promise.all(Array.from({ length: atOnce }, () => send(1_000)))))
  expect(results.filter(({ ok }) => !ok)).toEqual([])
  const signIns = world.sent.map(({ headers }) =>
    headers.find(([name]) => name === 'sign-in-with-x'),
  )
  expect(new Set(signIns.map((header) => header?.[1])).size).toBe(154)
  expect([prompts, tab.asked.times]).toEqual([0, 0])
  // Each is settled to what it cost.
  expect(await pocketSpending(tab.pocket, account.id)).toEqual({
    requestsMicroUsd: 154 * 100,
    topUpsMicroUsd: 0,
  })
})

it('sends nothing that is over a limit, and says so in the words of the limit', async () => {
  const { tab, account } = await withAccount()
  const { wallet, send, world } = openPage(tab)
  await connectWallet(wallet, pocketChoice(account))
  expect(await send(1_000_001)).toMatchObject({
    ok: false,
    failure: { kind: 'not_signed', advice: { title: 'Over per request limit' } },
  })
  expect(world.sent).toEqual([])
  expect(wallet.session.getState().unsigned).toBeUndefined()
  expect(await pocketSpending(tab.pocket, account.id)).toMatchObject({ requestsMicroUsd: 0 })
})

it('is the wallet of the last visit after a reload, and asks once to be unlocked', async () => {
  const { tab, account } = await withAccount()
  const first = openPage(tab)
  await connectWallet(first.wallet, pocketChoice(account))
  expect(rememberedWallet()).toEqual({ family: 'evm', id: pocketChoice(account).id })

  const later = browser.openTab()
  const { wallet, send } = openPage(later)
  await wallet.drivers.resume(undefined)
  expect(wallet.session.getState().session).toMatchObject({
    kind: 'pocket',
    address: account.address,
    chainId: BASE_SEPOLIA.chainId,
  })
  // What the page sends by itself asks nobody.
  expect(await send(1, 'background')).toMatchObject({
    failure: { kind: 'not_signed', advice: { title: 'Pocket account locked' } },
  })
  expect(later.asked.times).toBe(0)
  const sending = Promise.all([send(1), send(1)])
  await vi.waitFor(() => expect(later.asked.times).toBeGreaterThan(0))
  await later.vault.unlock(PROOF)
  expect(await sending).toMatchObject([{ ok: true }, { ok: true }])
})

it('signs nothing any more once it is locked, and for another API never', async () => {
  const { tab, account } = await withAccount()
  const { wallet, send } = openPage(tab)
  await connectWallet(wallet, pocketChoice(account))
  lockPocket(tab.pocket)
  expect(await send(1, 'background')).toMatchObject({ failure: { kind: 'not_signed' } })
  await tab.vault.unlock(PROOF)
  const inUse = wallet.session.getState().session
  if (inUse === undefined) throw new Error('no wallet')
  const elsewhere = walletCredential(wallet, inUse, {
    kind: 'remote',
    baseUrl: 'https://evil.example/v1',
  })
  await expect(
    elsewhere.authorize({ method: 'POST', url: 'https://evil.example/api/v1/chat' }, never),
  ).rejects.toMatchObject({ advice: { title: 'Pocket account refused' } })
})

it.each([
  ['balance', 'https://api.example.com/api/v1/x402/balance/OWN', true],
  ['transactions', 'https://api.example.com/api/v1/x402/transactions/OWN', true],
  ['balance of another wallet', 'https://api.example.com/api/v1/x402/balance/0x01', false],
  ['chat below such a path', 'https://api.example.com/x402/balance/OWN/chat/completions', false],
  ['balance below another base URL', 'https://api.example.com/v2/x402/balance/OWN', false],
  ['path that only ends so', 'https://api.example.com/x/api/v1/x402/balance/OWN', false],
])('a read of the %s is free: %s %s', async (_what, url, isFree) => {
  const { tab, account } = await withAccount()
  const { wallet } = openPage(tab)
  await connectWallet(wallet, pocketChoice(account))
  const fields = mintSignIn({
    url: url.replace('OWN', account.address),
    address: account.address,
    network: BASE_SEPOLIA,
    nowMs: browser.clock.now,
    nonce: newNonce(),
  })
  const { evm } = tab.drivers
  await evm.signText(account.address, signInText(fields) ?? '')
  const { requestsMicroUsd } = await pocketSpending(tab.pocket, account.id)
  expect(requestsMicroUsd).toBe(isFree ? 0 : DEFAULT_LIMITS.perRequestMicroUsd)
})

it('forgets at the next visit an account that was removed, and lets go of one by a press', async () => {
  const { tab, account } = await withAccount()
  const { wallet } = openPage(tab)
  await connectWallet(wallet, pocketChoice(account))
  await disconnectWallet(wallet)
  expect([wallet.session.getState().session, rememberedWallet()]).toEqual([undefined, undefined])
  await connectWallet(wallet, pocketChoice(account))
  await tab.pocket.world.storage.deletePocketAccount(account.id)
  const later = openPage(browser.openTab())
  await later.wallet.drivers.resume(undefined)
  expect(later.wallet.session.getState().session).toBeUndefined()
  expect(rememberedWallet()).toBeUndefined()
})

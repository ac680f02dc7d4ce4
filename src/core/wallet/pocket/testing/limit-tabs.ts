import { expect } from 'vitest'

import { hexOfBytes } from '../../../../../contract/encoding/bytes.ts'
import { BASE_SEPOLIA } from '../../../../../contract/wallet/networks.ts'
import { newAuthorization } from '../../../../../contract/wallet/payment/payment-payload.ts'
import { createPocketAccount, loadPocket, pocketChoice, unlockPocket } from '../pocket-account.ts'
import { PocketFault } from '../pocket-fault.ts'
import { type FakeTab, fakePocketBrowser, PROOF, signInOf } from './fake-pocket.ts'

const BASE_URL = 'http://127.0.0.1:4310/api/v1'
const PAYEE = '0x2222222222222222222222222222222222222222'

/** Micro-USD. */
export const SMALL_LIMITS = { ceilingMicroUsd: 900, dailyMicroUsd: 500, perRequestMicroUsd: 100 }

/** Tabs of one browser in which one account is unlocked. */
export async function openTabs(count: number, limits = SMALL_LIMITS) {
  const browser = await fakePocketBrowser()
  browser.payees.set(`${new URL(BASE_URL).origin} ${BASE_SEPOLIA.id}`, PAYEE)
  const tabs = Array.from({ length: count }, () => browser.openTab())
  const [first] = tabs
  if (first === undefined) throw new Error('no tab')
  await first.vault.setUp(PROOF)
  const account = await createPocketAccount(first.pocket, {
    network: BASE_SEPOLIA,
    baseUrl: BASE_URL,
    limits,
    keyPlace: 'vault',
  })
  for (const { vault, pocket, drivers } of tabs) {
    await vault.load()
    if (vault.store.getState().status === 'locked') await vault.unlock(PROOF)
    await loadPocket(pocket)
    await unlockPocket(pocket, account.id, new AbortController().signal)
    await drivers.evm.connect(pocketChoice(account).id)
  }
  /** Signs for a request; undefined when a limit refused, else how to settle. */
  const request = async (tab: FakeTab, maxMicroUsd: number | undefined) => {
    let settle: ((microUsd: number | undefined) => Promise<void>) | undefined
    const text = signInOf(account, browser.clock.now)
    const cost = {
      maxMicroUsd,
      onSettled: (listener: NonNullable<typeof settle>) => (settle = listener),
    }
    return refusable(tab.drivers.evm.signText(account.address, text, cost).then(() => settle))
  }
  const topUp = (tab: FakeTab, amountAtomic: number) => {
    const authorization = newAuthorization({
      from: account.address,
      to: PAYEE,
      amountAtomic,
      timeoutSeconds: 300,
      nowMs: browser.clock.now,
      nonce: `0x${hexOfBytes(crypto.getRandomValues(new Uint8Array(32)))}`,
    })
    return refusable(tab.drivers.evm.signTransfer(BASE_SEPOLIA, authorization))
  }
  return { tabs, first, account, clock: browser.clock, request, topUp }
}

/** What was signed; undefined when a limit refused. */
async function refusable<Result>(signing: Promise<Result>): Promise<Result | undefined> {
  try {
    return await signing
  } catch (error) {
    expect(error).toBeInstanceOf(PocketFault)
    expect(error).toMatchObject({ kind: 'limit' })
    return undefined
  }
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { savePayingWallet } from '../../storage/payments/paying-wallet.ts'
import {
  connection,
  createFakeWallet,
  ORIGIN,
  session,
  settled,
  WALLET,
} from '../testing/fake-wallet.ts'
import { restorePayingWallet } from './discover-wallets.ts'

const owner = `${ORIGIN} ${WALLET}`
const request = { method: 'POST', url: `${ORIGIN}/api/v1/chat/completions` }

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  savePayingWallet({ baseUrl: connection.baseUrl, address: WALLET })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('pays from the wallet of the last visit, and shows its credit before it is back', async () => {
  const { wallet, state } = createFakeWallet()
  state.readings.push({ owner, at: 5, microUsd: 4_999_873, source: 'answer' })
  await restorePayingWallet(wallet)
  await settled()
  expect(state.account).toEqual({ balanceMicroUsd: 4_999_873, balanceAt: 5 })
  expect(wallet.view.getState()).toMatchObject({ signedIn: owner, local: null })
  const credential = state.connection?.credential
  const signed = credential?.authorize(request, new AbortController().signal)
  // It waits for the wallet, which is asked once it is back.
  expect(state.signedTexts).toEqual([])
  wallet.session.setState({ session })
  expect(await signed).toHaveLength(1)
  expect(state.signedTexts).toHaveLength(1)
})

it('pays nothing in its place, and says so when the wallet does not come back', async () => {
  vi.useFakeTimers()
  const { wallet, state } = createFakeWallet()
  await restorePayingWallet(wallet)
  wallet.session.setState({ session: { ...session, address: '0xother' } })
  const signed = state.connection?.credential?.authorize(request, new AbortController().signal)
  vi.advanceTimersByTime(10_000)
  await expect(signed).rejects.toThrow('NotConnected')
  expect(wallet.session.getState().unsigned).toBe('gone')
})

it('waits no longer for a request that was given up', async () => {
  const { wallet, state } = createFakeWallet()
  await restorePayingWallet(wallet)
  const controller = new AbortController()
  const signed = state.connection?.credential?.authorize(request, controller.signal)
  controller.abort()
  await expect(signed).rejects.toThrow('NotConnected')
  expect(wallet.session.getState().unsigned).toBeUndefined()
})

it('leaves another API as it is', async () => {
  const { wallet, state } = createFakeWallet()
  savePayingWallet({ baseUrl: 'https://other.example/api/v1', address: WALLET })
  await restorePayingWallet(wallet)
  expect(state.connection?.credential).toBeUndefined()
})

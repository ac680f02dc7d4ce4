import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { PRACTICE_NAME, PRACTICE_RDNS } from '../practice/practice-names.ts'
import { connectWallet, createDrivers, disconnectWallet } from './drivers.ts'
import { createSessionStore } from './wallet-session.ts'

const local = {
  chains: [
    { network: BASE_SEPOLIA, rpcUrl: 'http://127.0.0.1:4310/local/rpc/evm' },
    { network: SOLANA_DEVNET, rpcUrl: 'http://127.0.0.1:4310/local/rpc/solana' },
  ],
  faucetUrl: 'http://127.0.0.1:4310/local/faucet',
}

function createWallets() {
  const session = createSessionStore()
  return { session, drivers: createDrivers(session, {}) }
}

beforeEach(() => {
  const items = new Map<string, string>()
  const target = new EventTarget()
  vi.stubGlobal('window', target)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('finds the practice wallets as any others, connects one, signs with it and lets it go', async () => {
  const wallets = createWallets()
  await wallets.drivers.find(local)
  const { choices } = wallets.session.getState()
  expect(choices.map(({ family, id }) => [family, id])).toEqual([
    ['evm', PRACTICE_RDNS],
    ['solana', PRACTICE_NAME],
  ])
  const [practice] = choices
  expect(practice && (await connectWallet(wallets, practice))).toBe(true)
  const { session } = wallets.session.getState()
  expect(session).toMatchObject({ family: 'evm', kind: 'practice', chainId: BASE_SEPOLIA.chainId })
  const driver = await wallets.drivers.evm()
  const address = session?.address ?? ''
  expect(await driver.current()).toEqual({ address, chainId: BASE_SEPOLIA.chainId })
  expect(await driver.signText(address, 'Hello')).toMatch(/^0x[0-9a-f]{130}$/)
  const authorization = {
    from: address,
    to: address,
    value: '1',
    validAfter: '0',
    validBefore: '1',
    nonce: `0x${'00'.repeat(32)}`,
  }
  expect(await driver.signTransfer(BASE_SEPOLIA, authorization)).toMatch(/^0x[0-9a-f]{130}$/)
  await driver.switchTo(BASE_SEPOLIA)
  await expect(driver.request('eth_call', [])).rejects.toThrow("doesn't support")
  await disconnectWallet(wallets)
  expect(wallets.session.getState().session).toBeUndefined()
})

it('says that Solana wallets cannot be opened before the page says how', async () => {
  const wallets = createWallets()
  await expect(wallets.drivers.solana()).rejects.toThrow('not supported')
  const choice = { family: 'solana', id: PRACTICE_NAME, name: PRACTICE_NAME } as const
  expect(await connectWallet(wallets, choice)).toBe(false)
  expect(wallets.session.getState().problem).toBe('unsupported')
})

import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { PRACTICE_NAME, PRACTICE_RDNS } from '../practice/practice-names.ts'
import { connectWallet, disconnectWallet, evmDriver, findWallets, solanaDriver } from './drivers.ts'
import { walletStore } from './wallet-session.ts'

const local = {
  chains: [
    { network: BASE_SEPOLIA, rpcUrl: 'http://127.0.0.1:4310/local/rpc/evm' },
    { network: SOLANA_DEVNET, rpcUrl: 'http://127.0.0.1:4310/local/rpc/solana' },
  ],
  faucetUrl: 'http://127.0.0.1:4310/local/faucet',
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
  await findWallets(local)
  const { choices } = walletStore.getState()
  expect(choices.map(({ family, id }) => [family, id])).toEqual([
    ['evm', PRACTICE_RDNS],
    ['solana', PRACTICE_NAME],
  ])
  const [practice] = choices
  expect(practice && (await connectWallet(practice))).toBe(true)
  const { session } = walletStore.getState()
  expect(session).toMatchObject({ family: 'evm', practice: true, chainId: BASE_SEPOLIA.chainId })
  const driver = await evmDriver()
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
  await expect(driver.request('eth_call', [])).rejects.toThrow('does not support')
  await disconnectWallet()
  expect(walletStore.getState().session).toBeUndefined()
})

it('says that Solana wallets cannot be opened before the page says how', async () => {
  await expect(solanaDriver()).rejects.toThrow('not supported')
  const choice = { family: 'solana', id: PRACTICE_NAME, name: PRACTICE_NAME } as const
  expect(await connectWallet(choice)).toBe(false)
  expect(walletStore.getState().problem).toBe('unsupported')
})

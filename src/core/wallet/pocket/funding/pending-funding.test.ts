import { afterEach, expect, it, vi } from 'vitest'

import { BASE } from '../../../../../contract/wallet/networks.ts'
import type { EvmDriver } from '../../session/wallet-session.ts'
import { createFakeWallet, session, WALLET } from '../../testing/fake-wallet.ts'
import { expectedUsdc, followPendingFunding, savePendingFunding } from './fund.ts'

const account = { id: 'a', networkId: BASE.id, address: WALLET }

afterEach(() => vi.unstubAllGlobals())

/** What a page shows of a funding that an earlier one began, while the account has these amounts. */
async function shown(amounts: readonly bigint[], until: number) {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  const { wallet } = createFakeWallet()
  wallet.session.setState({ session: { ...session, kind: 'pocket', chainId: BASE.chainId } })
  let reads = 0
  const driver: Pick<EvmDriver, 'current' | 'request'> = {
    current: () => Promise.resolve({ address: '0x01', chainId: BASE.chainId }),
    request: () => {
      const amount = amounts[Math.min(reads++, amounts.length - 1)] ?? 0n
      return Promise.resolve(`0x${amount.toString(16).padStart(64, '0')}`)
    },
  }
  vi.spyOn(wallet.drivers, 'evm').mockResolvedValue(driver as EvmDriver)
  savePendingFunding(account.id, { at: wallet.now(), expectedAtomic: 5_000_000 })
  const left = new AbortController()
  const seen: number[] = []
  await followPendingFunding(wallet, account, {
    signal: left.signal,
    onExpected: (atomic) => {
      if (atomic !== seen.at(-1)) seen.push(atomic)
      if (atomic === 0 || wallet.now() > until) left.abort()
    },
  })
  return { seen, left: expectedUsdc(account.id, wallet.now()) }
}

it('finds a funding of an earlier visit again, until it arrives', async () => {
  expect(await shown([0n, 0n, 5_000_000n], Infinity)).toEqual({ seen: [5_000_000, 0], left: 0 })
})

it('waits for one that never arrives ten minutes, and not for what is not there yet', async () => {
  const { seen } = await shown([4_999_999n], Infinity)
  expect(seen).toEqual([5_000_000, 0])
})

import { expect, it, vi } from 'vitest'

import { BASE } from '../../../../../contract/wallet/networks.ts'
import type { EvmDriver } from '../../session/wallet-session.ts'
import { createFakeWallet, session, WALLET } from '../../testing/fake-wallet.ts'
import { pocketUsdc, watchArrival } from './fund.ts'

const account = { networkId: BASE.id, address: WALLET }
const pocketSession = { ...session, kind: 'pocket' as const, chainId: BASE.chainId }
const atomic = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`

/** A pocket account in use, and a main wallet beside it that reads these amounts, one after the other. */
function beside(amounts: readonly (bigint | Error)[], chainId = BASE.chainId) {
  const { wallet } = createFakeWallet()
  wallet.session.setState({ session: pocketSession })
  let reads = 0
  const driver: Pick<EvmDriver, 'current' | 'request'> = {
    current: () => Promise.resolve({ address: '0x01', chainId }),
    request: () => {
      const next = amounts[Math.min(reads++, amounts.length - 1)] ?? 0n
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(atomic(next))
    },
  }
  const evm = vi.spyOn(wallet.drivers, 'evm').mockResolvedValue(driver as EvmDriver)
  return { wallet, evm }
}

it('sees USDC arrive through the main wallet, and tells what it reads meanwhile', async () => {
  const { wallet, evm } = beside([0n, new Error('busy'), 0n, 5n])
  const seen: bigint[] = []
  const { signal } = new AbortController()
  const onRead = (read: bigint) => seen.push(read)
  expect(await watchArrival(wallet, account, { moreThan: 0n, signal, onRead })).toEqual({
    state: 'arrived',
    atomic: 5n,
  })
  expect(seen).toEqual([0n, 0n, 5n])
  expect(evm).toHaveBeenCalledWith('main')
})

it('behavior: what nobody can read is unreadable, and never an empty account', async () => {
  const { signal } = new AbortController()
  const given = { moreThan: 0n, signal }
  const broken = beside([new Error('broken')])
  expect(await watchArrival(broken.wallet, account, given)).toEqual({ state: 'unreadable' })
  const elsewhere = beside([7n], 1)
  expect(await pocketUsdc(elsewhere.wallet, account)).toBeUndefined()
  const { wallet } = createFakeWallet()
  expect(await watchArrival(wallet, account, given)).toEqual({ state: 'unreadable' })
  expect(await pocketUsdc(wallet, { ...account, networkId: 'eip155:1' })).toBeUndefined()
})

it('stops watching when it is told to', async () => {
  const { wallet } = beside([0n])
  const stop = new AbortController()
  const watching = watchArrival(wallet, account, {
    moreThan: 0n,
    signal: stop.signal,
    onRead: () => stop.abort(),
  })
  expect(await watching).toEqual({ state: 'stopped' })
})

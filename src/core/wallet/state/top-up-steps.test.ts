import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import { walletStore } from '../session/wallet-session.ts'
import {
  AMOUNT,
  createFakeWorld,
  type Fault,
  ORIGIN,
  PAY_TO,
  reached,
  session,
  settled,
} from '../testing/fake-world.ts'
import { paymentsStore } from '../top-up/payments-store.ts'
import { areaStore, moveFlow, resetArea } from './area-store.ts'
import { askRequirements } from './ask-requirements.ts'
import { followOwner } from './follow-owner.ts'
import { checkTopUp, confirmTopUp, giveUpSigning, resumeAll, switchChain } from './top-up-steps.ts'

let stop = () => {}

function start(faults: readonly Fault[] = []) {
  const fake = createFakeWorld(faults)
  const evm = { network: BASE_SEPOLIA, rpcUrl: `${ORIGIN}/local/rpc/evm`, payTo: PAY_TO }
  areaStore.setState({ local: { chains: [evm], faucetUrl: '' } })
  walletStore.setState({ session, problem: undefined })
  stop = followOwner(fake.world)
  return fake
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no chain')))
})
afterEach(() => {
  stop()
  moveFlow({ type: 'done' })
  resetArea(undefined)
  walletStore.setState({ session: undefined, problem: undefined })
  paymentsStore.setState({ payments: undefined, resumed: new Set(), isUnreadable: false })
  vi.unstubAllGlobals()
})

it('goes from a chosen amount to a payment that is followed to its credit', async () => {
  const { world, state } = start()
  await askRequirements(world, 0)
  await checkTopUp(world, BASE_SEPOLIA.id, AMOUNT)
  expect(areaStore.getState()).toMatchObject({
    flow: { step: 'check' },
    isAskingRequirements: false,
  })
  expect(areaStore.getState().usdc).toEqual({ [BASE_SEPOLIA.id]: 'unreadable' })
  await confirmTopUp(world)
  expect(areaStore.getState().flow).toMatchObject({ step: 'follow' })
  expect(state.credited.size).toBe(1)
  expect(areaStore.getState().balances.at(-1)).toMatchObject({ source: 'top-up', microUsd: AMOUNT })
  // A second press does nothing: there is nothing on the check screen.
  await confirmTopUp(world)
  expect(state.signedTransfers).toBe(1)
})

it('checks nothing that was chosen for another account', async () => {
  const { world } = start([
    {
      call: 'journal.list',
      n: 1,
      how: async (proceed) => {
        walletStore.setState({ session: { ...session, address: '0xother' } })
        return proceed()
      },
    },
  ])
  await askRequirements(world, 0)
  await checkTopUp(world, BASE_SEPOLIA.id, AMOUNT)
  expect(areaStore.getState().flow).toEqual({ step: 'choose' })
})

it('goes back to the check screen when waiting for the wallet is given up', async () => {
  const { world, state } = start([{ call: 'wallet.signTransfer', n: 1, how: 'hangs' }])
  await askRequirements(world, 0)
  await checkTopUp(world, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(world)
  await reached(state, 'wallet.signTransfer')
  expect(areaStore.getState().flow).toMatchObject({ step: 'signing' })
  giveUpSigning()
  expect(areaStore.getState().flow).toMatchObject({ step: 'check', notice: { kind: 'cancelled' } })
  await vi.waitFor(() =>
    expect([...state.payments.values()].map((payment) => payment.state)).toEqual(['expired']),
  )
})

it('asks the wallet again at once after waiting was given up, while that is still tidied up', async () => {
  let tidy = () => {}
  const { world, state } = start([
    { call: 'wallet.signTransfer', n: 1, how: 'hangs' },
    {
      call: 'journal.record',
      n: 1,
      how: async (proceed) => {
        await new Promise<void>((resolve) => {
          tidy = resolve
        })
        return proceed()
      },
    },
  ])
  await askRequirements(world, 0)
  await checkTopUp(world, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(world)
  await reached(state, 'wallet.signTransfer')
  giveUpSigning()
  await reached(state, 'journal.record')
  const again = confirmTopUp(world)
  await settled()
  expect(areaStore.getState().flow).toMatchObject({ step: 'signing' })
  tidy()
  await again
  expect(areaStore.getState().flow).toMatchObject({ step: 'follow' })
  expect(state.credited.size).toBe(1)
})

it('can give up waiting while an earlier attempt is still being tidied up', async () => {
  const { world, state } = start([
    { call: 'wallet.signTransfer', n: 1, how: 'hangs' },
    { call: 'journal.record', n: 1, how: 'hangs' },
  ])
  await askRequirements(world, 0)
  await checkTopUp(world, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(world)
  await reached(state, 'wallet.signTransfer')
  giveUpSigning()
  await reached(state, 'journal.record')
  void confirmTopUp(world)
  giveUpSigning()
  await settled()
  expect(areaStore.getState().flow).toMatchObject({ step: 'check', notice: { kind: 'cancelled' } })
  expect(state.calls.filter(({ call }) => call === 'wallet.signTransfer')).toHaveLength(1)
})

it('shows a payment that an earlier visit left open, and finishes it', async () => {
  const { world, state } = start([{ call: 'api.topUp', n: 1, how: 'hangs' }])
  await askRequirements(world, 0)
  await checkTopUp(world, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(world)
  await reached(state, 'api.topUp')
  moveFlow({ type: 'done' })
  // The page is loaded anew: nobody holds the lock.
  const next = createFakeWorld()
  await resumeAll({ ...world, locks: next.world.locks })
  expect(areaStore.getState().flow).toMatchObject({ step: 'follow' })
  expect(state.credited.size).toBe(1)
  expect(new Set(state.received).size).toBe(1)
  expect(state.signedTransfers).toBe(1)
})

it('says when the journal cannot be read, and when the terms cannot be asked', async () => {
  const { world } = start([
    { call: 'journal.list', n: 1, how: 'throws' },
    { call: 'api.topUpRequirements', n: 1, how: 'throws' },
  ])
  await resumeAll(world)
  await askRequirements(world, 0)
  expect(areaStore.getState()).toMatchObject({
    isAskingRequirements: false,
    requirements: { kind: 'failed', failure: { kind: 'unreachable' } },
  })
})

it('asks the wallet to change the chain, and says why it did not', async () => {
  const { world, state } = start()
  await switchChain(world, 'solana:unknown')
  await switchChain(world, BASE_SEPOLIA.id)
  expect(state.calls.filter(({ call }) => call === 'wallet.switchTo')).toHaveLength(1)
  const refused = start([{ call: 'wallet.switchTo', n: 1, how: 'throws' }])
  await switchChain(refused.world, BASE_SEPOLIA.id)
  expect(walletStore.getState().problem).toBe('failed')
})

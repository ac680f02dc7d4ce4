import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import {
  AMOUNT,
  createFakeWallet,
  type Fault,
  ORIGIN,
  PAY_TO,
  reached,
  session,
  settled,
} from '../testing/fake-wallet.ts'
import { readPayments } from '../top-up/flow.ts'
import { recordBalance } from './balances.ts'
import { followOwner } from './follow-owner.ts'
import { loadRequirements } from './requirements.ts'
import { checkTopUp, confirmTopUp, cancelSigning, resumeAll, switchChain } from './top-up.ts'

let stop = () => {}

function start(faults: readonly Fault[] = []) {
  const fake = createFakeWallet(faults)
  const evm = { network: BASE_SEPOLIA, rpcUrl: `${ORIGIN}/local/rpc/evm`, payTo: PAY_TO }
  fake.wallet.view.setState({ local: { chains: [evm], faucetUrl: '' } })
  fake.wallet.session.setState({ session })
  stop = followOwner(fake.wallet)
  return fake
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no chain')))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it('goes from a chosen amount to a payment that is followed to its credit', async () => {
  const { wallet, state } = start()
  await loadRequirements(wallet, 0)
  await checkTopUp(wallet, BASE_SEPOLIA.id, AMOUNT)
  expect(wallet.view.getState()).toMatchObject({
    flow: { step: 'check' },
    isLoadingRequirements: false,
  })
  expect(wallet.view.getState().usdc).toEqual({ [BASE_SEPOLIA.id]: 'unreadable' })
  await confirmTopUp(wallet)
  expect(wallet.view.getState().flow).toMatchObject({ step: 'follow' })
  expect(state.credited.size).toBe(1)
  expect(wallet.view.getState().balances.at(-1)).toMatchObject({
    source: 'top-up',
    microUsd: AMOUNT,
  })
  // A second press does nothing: there is nothing on the check screen.
  await confirmTopUp(wallet)
  expect(state.signedTransfers).toBe(1)
})

describe('a receipt', () => {
  /** The receipt of a payment of the wallet in use. */
  async function credited() {
    const fake = start()
    await loadRequirements(fake.wallet, 0)
    await checkTopUp(fake.wallet, BASE_SEPOLIA.id, AMOUNT)
    await confirmTopUp(fake.wallet)
    await readPayments(fake.wallet.payments, fake.wallet.paymentLog)
    expect(fake.wallet.view.getState().flow).toMatchObject({ step: 'follow' })
    return fake.wallet
  }
  const reading = { owner: `${ORIGIN} ${session.address}`, at: 1_900_000_000_000 }

  it('is of one account', async () => {
    const wallet = await credited()
    wallet.session.setState({ session: { ...session, address: '0xother' } })
    expect(wallet.view.getState()).toMatchObject({ flow: { step: 'choose' }, balances: [] })
  })

  it('goes when the wallet does', async () => {
    const wallet = await credited()
    wallet.session.setState({ session: undefined })
    expect(wallet.view.getState().flow).toEqual({ step: 'choose' })
  })

  it('goes when the balance is another, and stays while it is the same', async () => {
    const wallet = await credited()
    await recordBalance(wallet, { ...reading, microUsd: AMOUNT, source: 'balance' })
    expect(wallet.view.getState().flow).toMatchObject({ step: 'follow' })
    await recordBalance(wallet, { ...reading, microUsd: AMOUNT - 311, source: 'answer' })
    expect(wallet.view.getState().flow).toEqual({ step: 'choose' })
  })

  it('of a payment that is open gives way to another account, and is there again', async () => {
    const { wallet, state } = start([{ call: 'api.topUp', n: 1, how: 'hangs' }])
    await loadRequirements(wallet, 0)
    await checkTopUp(wallet, BASE_SEPOLIA.id, AMOUNT)
    void confirmTopUp(wallet)
    await reached(state, 'api.topUp')
    await readPayments(wallet.payments, wallet.paymentLog)
    wallet.session.setState({ session: { ...session, address: '0xother' } })
    expect(wallet.view.getState().flow).toEqual({ step: 'choose' })
    wallet.session.setState({ session })
    expect(wallet.view.getState().flow).toMatchObject({ step: 'follow' })
  })
})

it('shows the latest balance, in whatever order the readings come', async () => {
  const { wallet } = start()
  const owner = `${ORIGIN} ${session.address}`
  await recordBalance(wallet, { owner, at: 2_000, microUsd: 2, source: 'answer' })
  await recordBalance(wallet, { owner, at: 1_000, microUsd: 1, source: 'balance' })
  expect(wallet.view.getState().balances.at(-1)).toMatchObject({ microUsd: 2 })
})

it('checks nothing that was chosen for another account', async () => {
  const { wallet } = start([
    {
      call: 'paymentLog.list',
      n: 1,
      how: async (proceed) => {
        wallet.session.setState({ session: { ...session, address: '0xother' } })
        return proceed()
      },
    },
  ])
  await loadRequirements(wallet, 0)
  await checkTopUp(wallet, BASE_SEPOLIA.id, AMOUNT)
  expect(wallet.view.getState().flow).toEqual({ step: 'choose' })
})

it('goes back to the check screen when waiting for the wallet is given up', async () => {
  const { wallet, state } = start([{ call: 'wallet.signTransfer', n: 1, how: 'hangs' }])
  await loadRequirements(wallet, 0)
  await checkTopUp(wallet, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(wallet)
  await reached(state, 'wallet.signTransfer')
  expect(wallet.view.getState().flow).toMatchObject({ step: 'signing' })
  cancelSigning(wallet)
  expect(wallet.view.getState().flow).toMatchObject({
    step: 'check',
    notice: { kind: 'cancelled' },
  })
  await vi.waitFor(() =>
    expect([...state.payments.values()].map((payment) => payment.state)).toEqual(['expired']),
  )
})

it('asks the wallet again at once after waiting was given up, while that is still tidied up', async () => {
  let tidy = () => {}
  const { wallet, state } = start([
    { call: 'wallet.signTransfer', n: 1, how: 'hangs' },
    {
      call: 'paymentLog.record',
      n: 1,
      how: async (proceed) => {
        await new Promise<void>((resolve) => {
          tidy = resolve
        })
        return proceed()
      },
    },
  ])
  await loadRequirements(wallet, 0)
  await checkTopUp(wallet, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(wallet)
  await reached(state, 'wallet.signTransfer')
  cancelSigning(wallet)
  await reached(state, 'paymentLog.record')
  const again = confirmTopUp(wallet)
  await settled()
  expect(wallet.view.getState().flow).toMatchObject({ step: 'signing' })
  tidy()
  await again
  expect(wallet.view.getState().flow).toMatchObject({ step: 'follow' })
  expect(state.credited.size).toBe(1)
})

it('can give up waiting while an earlier attempt is still being tidied up', async () => {
  const { wallet, state } = start([
    { call: 'wallet.signTransfer', n: 1, how: 'hangs' },
    { call: 'paymentLog.record', n: 1, how: 'hangs' },
  ])
  await loadRequirements(wallet, 0)
  await checkTopUp(wallet, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(wallet)
  await reached(state, 'wallet.signTransfer')
  cancelSigning(wallet)
  await reached(state, 'paymentLog.record')
  void confirmTopUp(wallet)
  cancelSigning(wallet)
  await settled()
  expect(wallet.view.getState().flow).toMatchObject({
    step: 'check',
    notice: { kind: 'cancelled' },
  })
  expect(state.calls.filter(({ call }) => call === 'wallet.signTransfer')).toHaveLength(1)
})

it('shows a payment that an earlier visit left open, and finishes it', async () => {
  const { wallet, state } = start([{ call: 'api.topUp', n: 1, how: 'hangs' }])
  await loadRequirements(wallet, 0)
  await checkTopUp(wallet, BASE_SEPOLIA.id, AMOUNT)
  void confirmTopUp(wallet)
  await reached(state, 'api.topUp')
  stop()
  // The page is loaded anew: nobody has the lock, and nothing is known but what is stored.
  const next = start()
  const reloaded = { ...next.wallet, paymentLog: wallet.paymentLog, api: wallet.api }
  await resumeAll(reloaded)
  expect(reloaded.view.getState().flow).toMatchObject({ step: 'follow' })
  expect(state.credited.size).toBe(1)
  expect(new Set(state.received).size).toBe(1)
  expect(state.signedTransfers).toBe(1)
})

it('says when the payment log cannot be read, and when the terms cannot be asked', async () => {
  const { wallet } = start([
    { call: 'paymentLog.list', n: 1, how: 'throws' },
    { call: 'api.topUpRequirements', n: 1, how: 'throws' },
  ])
  await resumeAll(wallet)
  await loadRequirements(wallet, 0)
  expect(wallet.view.getState()).toMatchObject({
    isLoadingRequirements: false,
    requirements: { kind: 'failed', failure: { kind: 'unreachable' } },
  })
})

it('asks the wallet to change the chain, and says why it did not', async () => {
  const { wallet, state } = start()
  await switchChain(wallet, 'solana:unknown')
  await switchChain(wallet, BASE_SEPOLIA.id)
  expect(state.calls.filter(({ call }) => call === 'wallet.switchTo')).toHaveLength(1)
  const refused = start([{ call: 'wallet.switchTo', n: 1, how: 'throws' }])
  await switchChain(refused.wallet, BASE_SEPOLIA.id)
  expect(refused.wallet.session.getState().problem).toBe('failed')
})

import { expect, it } from 'vitest'

import type { TopUpResult } from '../../client/wallet/top-up.ts'
import type { TransactionsPage } from '../../client/wallet/wallet-reads.ts'
import { newIntent, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { createFakeWallet, session, WALLET } from '../testing/fake-wallet.ts'
import { testPlan } from '../testing/test-payment.ts'
import { paymentText } from './payment-text.ts'
import { resumeTopUps } from './resume-top-ups.ts'

/** A page that takes up a payment which the service answers with 409: it processed it before. */
async function resumeProcessed(
  kind: 'practice' | 'wallet',
  wasCredited: boolean,
  page?: () => Promise<TransactionsPage>,
) {
  const answer = async (): Promise<TopUpResult> => {
    if (wasCredited) state.credited.add('earlier')
    const message = 'This payment was already processed'
    return { ok: false, failure: { status: 409, message, body: {}, kind: 'conflict' } }
  }
  const { wallet, state } = createFakeWallet([
    { call: 'api.topUp', n: 1, how: answer },
    ...(page === undefined ? [] : [{ call: 'api.walletTransactions', n: 1, how: page }]),
  ])
  const plan = testPlan({ wallet: WALLET, createdAt: state.now })
  const trace = { family: 'evm', from: WALLET, nonce: '0x01', validBefore: state.now } as const
  const sent: PaymentIntent = { ...newIntent(plan), state: 'sent', trace, header: 'signed' }
  state.payments.set(plan.id, sent)
  wallet.session.setState({ session: { ...session, kind } })
  await resumeTopUps(wallet)
  return { state, end: state.payments.get(plan.id)?.end }
}

it('finds the credit of a payment that was processed before among the transactions', async () => {
  const { state, end } = await resumeProcessed('practice', true)
  expect(end).toMatchObject({ state: 'credited', isEarlier: true, balanceMicroUsd: 5_000_000 })
  expect(state.readings).toMatchObject([{ source: 'top-up', microUsd: 5_000_000 }])
})

it('does not call it credited where its transactions have no such credit', async () => {
  const { state, end } = await resumeProcessed('practice', false)
  expect(end).toMatchObject({ state: 'review', why: expect.stringContaining('transactions') })
  expect(state.readings).toEqual([])
})

it('takes what was charged since into the balance', async () => {
  const at = { createdAt: new Date(8.64e15).toISOString() }
  const transactions = [
    { id: '2', type: 'CHARGE', amount: -1, balanceAfter: 4, ...at },
    { id: '1', type: 'TOP_UP', amount: 5, balanceAfter: 5, ...at },
  ]
  const page = async () => ({ transactions, offset: 0, unreadable: 0, hasMore: false })
  const { state, end } = await resumeProcessed('practice', true, page)
  expect(end).toMatchObject({ state: 'credited', balanceMicroUsd: 4_000_000 })
  expect(state.readings).toMatchObject([{ source: 'top-up', microUsd: 4_000_000 }])
})

it('does not say that there is no credit where older transactions were not read', async () => {
  const page = async () => ({ transactions: [], offset: 0, unreadable: 0, hasMore: true })
  const { end } = await resumeProcessed('practice', true, page)
  expect(end).toMatchObject({ state: 'review', why: expect.stringContaining('check your balance') })
})

it('asks no wallet for a signature to look it up', async () => {
  const { state, end } = await resumeProcessed('wallet', true)
  expect(state.calls.map(({ call }) => call)).not.toContain('api.walletTransactions')
  expect(state.signedTexts).toEqual([])
  expect(end).toMatchObject({ state: 'review', why: expect.stringContaining('check your balance') })
})

it.each([['practice' as const], ['wallet' as const]])(
  'reads a balance that the credit lacks, unless that prompts: %s',
  async (kind) => {
    const answer = async (): Promise<TopUpResult> => {
      state.credited.add('now')
      return { ok: true, status: 200, credit: { wallet: WALLET, creditedMicroUsd: 5_000_000 } }
    }
    const { wallet, state } = createFakeWallet([{ call: 'api.topUp', n: 1, how: answer }])
    const plan = testPlan({ wallet: WALLET, createdAt: state.now })
    const trace = { family: 'evm', from: WALLET, nonce: '0x01', validBefore: state.now } as const
    state.payments.set(plan.id, { ...newIntent(plan), state: 'sent', trace, header: 'signed' })
    wallet.session.setState({ session: { ...session, kind } })
    await resumeTopUps(wallet)
    const payment = state.payments.get(plan.id)
    expect(payment?.end).toMatchObject({ state: 'credited', creditedMicroUsd: 5_000_000 })
    expect(payment && paymentText(payment, undefined).meaning).toContain('Refresh your balance')
    expect(state.readings).toMatchObject(
      kind === 'wallet' ? [] : [{ source: 'balance', microUsd: 5_000_000 }],
    )
    expect(state.signedTexts).toHaveLength(kind === 'wallet' ? 0 : 1)
  },
)

import { expect, it } from 'vitest'

import type { TopUpResult } from '../../client/wallet/top-up.ts'
import { newIntent, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { createFakeWallet, session, WALLET } from '../testing/fake-wallet.ts'
import { testPlan } from '../testing/test-payment.ts'
import { resumeTopUps } from './resume-top-ups.ts'

/** A page that takes up a payment which the service answers with 409: it processed it before. */
async function resumeProcessed(kind: 'practice' | 'wallet', wasCredited: boolean) {
  const answer = async (): Promise<TopUpResult> => {
    if (wasCredited) state.credited.add('earlier')
    const message = 'This payment was already processed'
    return { ok: false, failure: { status: 409, message, body: {}, kind: 'conflict' } }
  }
  const { wallet, state } = createFakeWallet([{ call: 'api.topUp', n: 1, how: answer }])
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

it('asks no wallet for a signature to look it up', async () => {
  const { state, end } = await resumeProcessed('wallet', true)
  expect(state.calls.map(({ call }) => call)).not.toContain('api.walletTransactions')
  expect(state.signedTexts).toEqual([])
  expect(end).toMatchObject({ state: 'review', why: expect.stringContaining('check your balance') })
})

import { expect, it } from 'vitest'

import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import { newIntent, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { testPlan } from '../../storage/payments/test-payment.ts'
import { type Flow, START } from '../top-up/flow.ts'
import type { TopUpDraft } from '../top-up/top-up-draft.ts'
import { currentStep } from './steps.ts'

const draft: TopUpDraft = {
  offer: {
    network: BASE_SEPOLIA,
    payTo: '0x02',
    minimumAtomic: 5_000_000,
    timeoutSeconds: 300,
    requirement: { scheme: 'exact', network: BASE_SEPOLIA.id, asset: '0x01', payTo: '0x02' },
  },
  amountMicroUsd: 5_000_000,
  wallet: '0xA1',
}

function payment(state: PaymentIntent['state']): PaymentIntent {
  const intent = newIntent(testPlan({ network: BASE_SEPOLIA.id }))
  return { ...intent, state }
}

const away = { isConnected: false, isSignedIn: false, payments: [] }
const ready = { isConnected: true, isSignedIn: true, payments: [] }
const check: Flow = { step: 'check', draft, shownAt: 0 }
const signing: Flow = { step: 'signing', draft, shownAt: 0 }
const follow: Flow = { step: 'follow', paymentId: 'i1' }

it('leads from the wallet over the sign-in to the amount and its review', () => {
  expect(currentStep({ ...away, flow: START })).toBe('Connect')
  expect(currentStep({ ...away, isConnected: true, flow: START })).toBe('Sign in')
  expect(currentStep({ ...ready, flow: START })).toBe('Amount')
  expect(currentStep({ ...ready, flow: check })).toBe('Review')
})

it('asks for the wallet again when it went away during the review', () => {
  expect(currentStep({ ...away, flow: check })).toBe('Connect')
})

it('stays with a payment on its way, though the wallet is gone', () => {
  expect(currentStep({ ...away, flow: signing })).toBe('Sign payment')
  expect(currentStep({ ...away, flow: follow })).toBe('Credited')
  expect(currentStep({ ...away, payments: undefined, flow: follow })).toBe('Credited')
})

it.each([
  ['signed', 'Credited'],
  ['sent', 'Credited'],
  ['credited', 'Credited'],
  ['expired', 'Sign payment'],
  ['review', 'Sign payment'],
] as const)('shows a payment that is %s at the step %s', (state, step) => {
  expect(currentStep({ ...ready, payments: [payment(state)], flow: follow })).toBe(step)
})

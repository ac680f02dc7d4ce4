import { expect, it } from 'vitest'

import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import { newIntent, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { testDraft as draft } from '../testing/test-draft.ts'
import { testPlan } from '../testing/test-payment.ts'
import { type Flow, START } from '../top-up/flow.ts'
import { currentStep } from './top-up.ts'

function payment(state: PaymentIntent['state']): PaymentIntent {
  const intent = newIntent(testPlan({ network: BASE_SEPOLIA.id }))
  return { ...intent, state }
}

const away = {
  isConnected: false,
  isSignedIn: false,
  balanceMicroUsd: undefined,
  isAdding: false,
  payments: [],
}
const signedIn = { ...away, isConnected: true, isSignedIn: true, balanceMicroUsd: 0 }
const check: Flow = { step: 'check', draft, shownAt: 0 }
const signing: Flow = { step: 'signing', draft, shownAt: 0 }
const follow: Flow = { step: 'follow', paymentId: 'i1' }

it('leads from the wallet and its sign-in over a top-up to requests that can be paid', () => {
  expect(currentStep({ ...away, flow: START })).toBe('Connect')
  expect(currentStep({ ...away, isConnected: true, flow: START })).toBe('Connect')
  expect(currentStep({ ...signedIn, flow: START })).toBe('Add balance')
  expect(currentStep({ ...signedIn, flow: check })).toBe('Add balance')
  expect(currentStep({ ...signedIn, balanceMicroUsd: 1, flow: START })).toBe('Ready')
})

it('is not ready while a person tops up, or has something to read about a top-up', () => {
  const paid = { ...signedIn, balanceMicroUsd: 5_000_000 }
  expect(currentStep({ ...paid, isAdding: true, flow: START })).toBe('Add balance')
  expect(currentStep({ ...paid, flow: check })).toBe('Add balance')
  const noticed: Flow = { step: 'choose', notice: { kind: 'account changed' } }
  expect(currentStep({ ...paid, flow: noticed })).toBe('Add balance')
})

it('asks for the wallet again when it went away during the review', () => {
  expect(currentStep({ ...away, flow: check })).toBe('Connect')
})

it('stays with a payment on its way, though the wallet is gone', () => {
  expect(currentStep({ ...away, flow: signing })).toBe('Add balance')
  expect(currentStep({ ...away, flow: follow })).toBe('Add balance')
  expect(currentStep({ ...away, payments: undefined, flow: follow })).toBe('Add balance')
})

it.each([
  ['signed', 'Add balance'],
  ['sent', 'Add balance'],
  ['credited', 'Ready'],
  ['expired', 'Add balance'],
  ['review', 'Add balance'],
] as const)('shows a payment that is %s at the step %s', (state, step) => {
  expect(currentStep({ ...signedIn, payments: [payment(state)], flow: follow })).toBe(step)
})

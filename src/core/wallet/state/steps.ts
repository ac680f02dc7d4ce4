import { isOpen, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { Flow } from '../top-up/flow.ts'

/** The steps from a wallet to credit, in order. */
export const WALLET_STEPS = [
  'Connect',
  'Sign in',
  'Balance',
  'Amount',
  'Review',
  'Sign payment',
  'Credited',
] as const

export type WalletStep = (typeof WALLET_STEPS)[number]

/** The step that a person is at. A payment on its way stands before everything else. */
export function currentStep(state: {
  isConnected: boolean
  isSignedIn: boolean
  flow: Flow
  payments: readonly PaymentIntent[] | undefined
}): WalletStep {
  const { isConnected, isSignedIn, flow, payments } = state
  if (flow.step === 'signing') return 'Sign payment'
  if (flow.step === 'follow') {
    const payment = payments?.find(({ id }) => id === flow.paymentId)
    return payment === undefined || isOpen(payment) || payment.state === 'credited'
      ? 'Credited'
      : 'Sign payment'
  }
  if (!isConnected) return 'Connect'
  if (!isSignedIn) return 'Sign in'
  return flow.step === 'check' ? 'Review' : 'Amount'
}

import { isOpen, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { Flow } from '../top-up/flow.ts'

/** The steps from a wallet to credit, in order. */
export const WALLET_STEPS = [
  'Connect',
  'Sign in',
  'Balance',
  'Choose',
  'Check',
  'Sign',
  'Credit',
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
  if (flow.step === 'signing') return 'Sign'
  if (flow.step === 'follow') {
    const payment = payments?.find(({ id }) => id === flow.paymentId)
    return payment === undefined || isOpen(payment) || payment.state === 'credited'
      ? 'Credit'
      : 'Sign'
  }
  if (!isConnected) return 'Connect'
  if (!isSignedIn) return 'Sign in'
  return flow.step === 'check' ? 'Check' : 'Choose'
}

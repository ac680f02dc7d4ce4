import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { Flow } from '../top-up/flow.ts'

/** The steps from a wallet to a paid request, in order. Signing in is part of the first. */
export const WALLET_STEPS = ['Connect', 'Add balance', 'Ready'] as const

export type WalletStep = (typeof WALLET_STEPS)[number]

/** The step that a person is at. A payment on its way stands before everything else. */
export function currentStep(state: {
  isConnected: boolean
  isSignedIn: boolean
  /** Of the API, micro-USD; undefined while it is unknown. */
  balanceMicroUsd: number | undefined
  /** A person wants to top up although there is a balance. */
  isAdding: boolean
  flow: Flow
  payments: readonly PaymentIntent[] | undefined
}): WalletStep {
  const { isConnected, isSignedIn, balanceMicroUsd = 0, isAdding, flow, payments } = state
  if (flow.step === 'follow') {
    const payment = payments?.find(({ id }) => id === flow.paymentId)
    return payment?.state === 'credited' ? 'Ready' : 'Add balance'
  }
  if (flow.step === 'signing') return 'Add balance'
  if (!isConnected || !isSignedIn) return 'Connect'
  const isReady = balanceMicroUsd > 0 && !isAdding
  return isReady && flow.step === 'choose' && flow.notice === undefined ? 'Ready' : 'Add balance'
}

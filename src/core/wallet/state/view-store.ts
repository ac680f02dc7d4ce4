import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../../contract/errors/failure.ts'
import type { PaymentOffer } from '../../../../contract/wallet/payment/payment-offer.ts'
import type { ChallengeFinding } from '../../../../contract/wallet/sign-in.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import type { TopUpRequirements } from '../../client/wallet/top-up.ts'
import type { BalanceReading } from '../../storage/payments/payment-database.ts'
import { isOpen, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { type Flow, type FlowEvent, nextFlow, type PaymentsState, START } from '../top-up/flow.ts'

/** Why a sign-in did not come about. */
export type SignInTrouble =
  | { kind: 'failure'; failure: Failure }
  /** The challenge shows another host; the wallet was not asked. */
  | { kind: 'challenge'; problems: readonly ChallengeFinding[]; host: string }
  /** Behind a relay: a person has not agreed to the domain yet that would be signed for. */
  | { kind: 'not agreed' }

/** What the wallet screen shows besides the wallet and the payment log. */
export interface ViewState {
  /** Whose area it is, see `balanceOwner`. */
  ownerId: string | undefined
  /** Base URL of the API that it is about. */
  baseUrl: string | undefined
  /** The chains of the local service; undefined while they are asked for, null where there are none. */
  local: LocalChains | null | undefined
  /** For whom and which API the wallet has signed in, see `balanceOwner`. */
  signedIn: string | undefined
  isSigningIn: boolean
  signInTrouble: SignInTrouble | undefined
  /** What is odd about the latest challenge, and stands in the way of nothing. */
  challengeNotes: readonly ChallengeFinding[]
  /** How the API takes top-ups. */
  requirements: TopUpRequirements | { kind: 'failed'; failure: Failure } | undefined
  isLoadingRequirements: boolean
  /** The wallet's USDC by chain, atomic; `unreadable` is not zero. */
  usdc: Readonly<Record<string, bigint | 'unreadable'>>
  /** The paying wallet has code: its signatures may not be taken. */
  isContractWallet: boolean
  /** The readings of the credit, oldest first. */
  balances: readonly BalanceReading[]
  /** The chain to pay on, and the amount as it is written. */
  chosenNetwork: string | undefined
  /** The offer as it was when the amount was chosen. */
  shownOffer: PaymentOffer | undefined
  amount: string
  /** A person tops up although there is a balance. */
  isAdding: boolean
  flow: Flow
}

const fresh = {
  signedIn: undefined,
  isSigningIn: false,
  signInTrouble: undefined,
  challengeNotes: [],
  usdc: {},
  isContractWallet: false,
  balances: [],
  chosenNetwork: undefined,
  shownOffer: undefined,
  isAdding: false,
  flow: START,
} satisfies Partial<ViewState>

/** Of an API that was not asked yet how it takes top-ups. */
const unasked = {
  requirements: undefined,
  isLoadingRequirements: false,
} satisfies Partial<ViewState>

/** Creates the store of a page on which nothing was asked yet. */
export function createViewStore(): StoreApi<ViewState> {
  return createStore(() => ({
    ...fresh,
    ...unasked,
    ownerId: undefined,
    baseUrl: undefined,
    local: undefined,
    amount: '5',
  }))
}

/** Moves the top-up on. */
export function dispatch(view: StoreApi<ViewState>, event: FlowEvent): void {
  view.setState(({ flow }) => ({ flow: nextFlow(flow, event) }))
}

/**
 * Takes a payment that is followed off the screen where `isDone`: one that ended, unless said otherwise. What is
 * shown of a payment holds for one account, at one moment.
 */
export function putAway(
  { payments, view }: { payments: StoreApi<PaymentsState>; view: StoreApi<ViewState> },
  isDone: (payment: PaymentIntent) => boolean = (payment) => !isOpen(payment),
): void {
  const { flow } = view.getState()
  if (flow.step !== 'follow') return
  const payment = payments.getState().payments?.find(({ id }) => id === flow.paymentId)
  if (payment === undefined || !isDone(payment)) return
  dispatch(view, { type: 'done' })
  view.setState({ isAdding: false })
}

/** Forgets what belonged to another wallet, account or API; a payment that is followed stays on screen. */
export function resetView(
  view: StoreApi<ViewState>,
  { ownerId, baseUrl }: Pick<ViewState, 'ownerId' | 'baseUrl'>,
): void {
  view.setState(({ flow, baseUrl: before }) => ({
    ...fresh,
    ...(baseUrl !== before && unasked),
    ownerId,
    baseUrl,
    flow: nextFlow(flow, { type: 'wallet changed' }),
  }))
}

import type { PaymentOffer } from '../../../../contract/wallet/payment/payment-offer.ts'
import { isOpen, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { forgetTerms } from '../../storage/payments/top-up-terms.ts'
import { walletProblemOf } from '../session/wallet-session.ts'
import { type Flow, markResumed, readPayments } from '../top-up/flow.ts'
import { payOnce } from '../top-up/pay.ts'
import { follow, resumeTopUps } from '../top-up/resume-top-ups.ts'
import { readOffers } from '../top-up/top-up-draft.ts'
import type { Wallet } from '../wallet.ts'
import { aborted } from '../world.ts'
import { currentOwner, loadBalances } from './balances.ts'
import { allowedNetworks, loadRequirements, readUsdc } from './requirements.ts'
import { dispatch } from './view-store.ts'

/** The offer of a chain by the latest answer of the API; undefined when it has none that may be signed. */
function offerOn(wallet: Wallet, networkId: string): PaymentOffer | undefined {
  const { requirements } = wallet.view.getState()
  if (requirements === undefined || !('required' in requirements)) return undefined
  for (const reading of readOffers(requirements, allowedNetworks(wallet)))
    if (reading.ok && reading.offer.network.id === networkId) return reading.offer
  return undefined
}

/** Puts a payment on the check screen, with terms asked for anew; what changed is shown there. */
export async function checkTopUp(
  wallet: Wallet,
  networkId: string,
  amountMicroUsd: number,
): Promise<void> {
  const shown = offerOn(wallet, networkId)
  const before = currentOwner(wallet)
  await Promise.all([
    loadRequirements(wallet, 0),
    readUsdc(wallet),
    readPayments(wallet.payments, wallet.paymentLog),
  ])
  const offer = offerOn(wallet, networkId)
  const owner = currentOwner(wallet)
  // For another wallet or API than the one it was chosen for, it has to be chosen anew.
  if (offer === undefined || owner === undefined || owner.id !== before?.id) return
  wallet.view.setState({ shownOffer: shown ?? offer })
  dispatch(wallet.view, {
    type: 'checked',
    draft: { offer, amountMicroUsd, wallet: owner.session.address },
    at: wallet.now(),
  })
}

/** The press on "Confirm and sign". */
export async function confirmTopUp(wallet: Wallet): Promise<void> {
  const { flow } = wallet.view.getState()
  const owner = currentOwner(wallet)
  if (flow.step !== 'check' || owner === undefined) return
  const { draft, shownAt } = flow
  dispatch(wallet.view, { type: 'confirmed' })
  const asked = new AbortController()
  const { signal } = asked
  wallet.pending.signature = asked
  await Promise.race([Promise.allSettled([wallet.pending.payment]), aborted(signal)])
  let isPaid = false
  const attempt = payOnce(
    wallet,
    { draft, shownAt, connection: owner.connection, session: owner.session, signal },
    async (payment) => {
      await follow(wallet, payment)
      forgetTerms()
      await Promise.all([loadBalances(wallet), readUsdc(wallet)])
    },
    (paid) => {
      wallet.pending.signature = undefined
      dispatch(
        wallet.view,
        paid.ok
          ? { type: 'signed', paymentId: paid.payment.id }
          : { type: 'not signed', notice: paid.notice, at: wallet.now() },
      )
      isPaid = paid.ok
    },
  )
  wallet.pending.payment = attempt
  await attempt
  // What a crash left behind is taken up here, so that it does not stand in the way for ever.
  if (!isPaid) await resumeAll(wallet)
}

/** Stops waiting for the wallet; a signature that comes later is thrown away. */
export function cancelSigning({ pending }: Pick<Wallet, 'pending'>): void {
  pending.signature?.abort()
}

/** Takes up every open payment, and shows the one of the wallet in use. */
export async function resumeAll(wallet: Wallet): Promise<void> {
  await readPayments(wallet.payments, wallet.paymentLog)
  showOpenPayment(wallet)
  await resumeTopUps(wallet)
  await readPayments(wallet.payments, wallet.paymentLog)
  showOpenPayment(wallet)
  await loadBalances(wallet)
}

/** Shows the payment of the wallet in use that is open, or that ended since the page was loaded. */
export function showOpenPayment(wallet: Wallet): void {
  const owner = currentOwner(wallet)
  const { payments, resumed } = wallet.payments.getState()
  const open = payments?.find(
    (payment) =>
      ((isOpen(payment) && payment.state !== 'intent') || resumed.has(payment.id)) &&
      payment.wallet === owner?.session.address &&
      payment.origin === owner.origin,
  )
  if (open === undefined) return
  dispatch(wallet.view, { type: 'resumed', paymentId: open.id })
  if (!isOpen(open)) markResumed(wallet.payments, open.id, true)
}

/** Asks the wallet to change to the chain of a payment: only ever by a press. */
export async function switchChain(wallet: Wallet, networkId: string): Promise<void> {
  const network = allowedNetworks(wallet).find(({ id }) => id === networkId)
  if (network?.family !== 'evm') return
  try {
    await (await wallet.drivers.evm()).switchTo(network)
    wallet.session.setState({ problem: undefined })
    await readUsdc(wallet)
  } catch (error) {
    wallet.session.setState({ problem: walletProblemOf(error) })
  }
}

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

import type { PaymentOffer } from '../../../../contract/wallet/payment-offer.ts'
import { isOpen } from '../../../core/storage/payments/payment-intent.ts'
import { forgetTerms } from '../../../core/storage/payments/top-up-terms.ts'
import { evmDriver } from '../session/drivers.ts'
import { walletProblemOf } from '../session/wallet-problem.ts'
import { walletStore } from '../session/wallet-session.ts'
import { payOnce } from '../top-up/pay.ts'
import { noteResumed, paymentsStore, readPayments } from '../top-up/payments-store.ts'
import { follow, resumePayments } from '../top-up/resume-payments.ts'
import { readOffers } from '../top-up/top-up-draft.ts'
import { areaStore, moveFlow } from './area-store.ts'
import { allowedNetworks, askRequirements, readUsdc } from './ask-requirements.ts'
import { currentOwner } from './owner.ts'
import { readBalances } from './sign-in.ts'

/** Who is asked to sign now, so that waiting can be given up. */
let asking: AbortController | undefined

/** The offer of a chain by the latest answer of the API; undefined when it has none that may be signed. */
function offerOn(networkId: string): PaymentOffer | undefined {
  const { requirements } = areaStore.getState()
  if (requirements === undefined || !('required' in requirements)) return undefined
  for (const reading of readOffers(requirements, allowedNetworks()))
    if (reading.ok && reading.offer.network.id === networkId) return reading.offer
  return undefined
}

/** Puts a payment on the check screen, with terms asked for anew; what changed is shown there. */
export async function checkTopUp(networkId: string, amountMicroUsd: number): Promise<void> {
  const shown = offerOn(networkId)
  await Promise.all([askRequirements(0), readUsdc(), readPayments()])
  const offer = offerOn(networkId)
  const owner = currentOwner()
  if (offer === undefined || owner === undefined) return
  areaStore.setState({ shownOffer: shown ?? offer })
  moveFlow({
    type: 'checked',
    draft: { offer, amountMicroUsd, wallet: owner.session.address },
    at: Date.now(),
  })
}

/** The press on "Confirm and sign". */
export async function confirmTopUp(): Promise<void> {
  const { flow, local } = areaStore.getState()
  const owner = currentOwner()
  if (flow.step !== 'check' || owner === undefined) return
  const { draft, shownAt } = flow
  moveFlow({ type: 'confirmed' })
  asking = new AbortController()
  await payOnce(
    {
      draft,
      shownAt,
      connection: owner.connection,
      session: owner.session,
      local: local ?? undefined,
      signal: asking.signal,
    },
    async (payment) => {
      await follow(payment, local ?? undefined)
      forgetTerms()
      await Promise.all([readBalances(), readUsdc()])
    },
    (paid) => {
      asking = undefined
      moveFlow(
        paid.ok
          ? { type: 'signed', paymentId: paid.payment.id }
          : { type: 'not signed', notice: paid.notice, at: Date.now() },
      )
      // What a crash left behind is taken up here, so that it does not stand in the way for ever.
      if (!paid.ok) void resumeAll()
    },
  )
}

/** Stops waiting for the wallet; a signature that comes later is thrown away. */
export function giveUpSigning(): void {
  asking?.abort()
}

/** Takes up every open payment, and shows the one of the wallet in use. */
export async function resumeAll(): Promise<void> {
  await readPayments()
  showOpenPayment()
  await resumePayments(areaStore.getState().local ?? undefined)
  await readPayments()
  showOpenPayment()
  await readBalances()
}

/** Shows the payment of the wallet in use that is open, or that ended since the page was loaded. */
export function showOpenPayment(): void {
  const owner = currentOwner()
  const { payments, resumed } = paymentsStore.getState()
  const open = payments?.find(
    (payment) =>
      ((isOpen(payment) && payment.state !== 'intent') || resumed.has(payment.id)) &&
      payment.wallet === owner?.session.address &&
      payment.origin === owner.origin,
  )
  if (open === undefined) return
  moveFlow({ type: 'resumed', paymentId: open.id })
  if (!isOpen(open)) noteResumed(open.id, true)
}

/** Asks the wallet to change to the chain of a payment: only ever by a press. */
export async function switchChain(networkId: string): Promise<void> {
  const network = allowedNetworks().find(({ id }) => id === networkId)
  if (network?.family !== 'evm') return
  try {
    await (await evmDriver()).switchTo(network)
    walletStore.setState({ problem: undefined })
    await readUsdc()
  } catch (error) {
    walletStore.setState({ problem: walletProblemOf(error) })
  }
}

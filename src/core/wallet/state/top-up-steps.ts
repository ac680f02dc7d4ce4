import type { PaymentOffer } from '../../../../contract/wallet/payment-offer.ts'
import { isOpen } from '../../storage/payments/payment-intent.ts'
import { forgetTerms } from '../../storage/payments/top-up-terms.ts'
import { aborted } from '../aborted.ts'
import { walletProblemOf } from '../session/wallet-problem.ts'
import { walletStore } from '../session/wallet-session.ts'
import { payOnce } from '../top-up/pay.ts'
import { noteResumed, paymentsStore, readPayments } from '../top-up/payments-store.ts'
import { follow, resumePayments } from '../top-up/resume-payments.ts'
import { readOffers } from '../top-up/top-up-draft.ts'
import type { WalletWorld } from '../world.ts'
import { areaStore, moveFlow } from './area-store.ts'
import { allowedNetworks, askRequirements, readUsdc } from './ask-requirements.ts'
import { loadBalances } from './balances.ts'
import { currentOwner } from './owner.ts'

/** Who is asked to sign now, so that waiting can be given up. */
let asking: AbortController | undefined

/** The attempt before: until it has tidied up what it left, it has the lock of this wallet. */
let earlierAttempt: Promise<void> | undefined

/** The offer of a chain by the latest answer of the API; undefined when it has none that may be signed. */
function offerOn(world: WalletWorld, networkId: string): PaymentOffer | undefined {
  const { requirements } = areaStore.getState()
  if (requirements === undefined || !('required' in requirements)) return undefined
  for (const reading of readOffers(requirements, allowedNetworks(world)))
    if (reading.ok && reading.offer.network.id === networkId) return reading.offer
  return undefined
}

/** Puts a payment on the check screen, with terms asked for anew; what changed is shown there. */
export async function checkTopUp(
  world: WalletWorld,
  networkId: string,
  amountMicroUsd: number,
): Promise<void> {
  const shown = offerOn(world, networkId)
  const before = currentOwner(world)
  await Promise.all([askRequirements(world, 0), readUsdc(world), readPayments(world)])
  const offer = offerOn(world, networkId)
  const owner = currentOwner(world)
  // For another wallet or API than the one it was chosen for, it has to be chosen anew.
  if (offer === undefined || owner === undefined || owner.id !== before?.id) return
  areaStore.setState({ shownOffer: shown ?? offer })
  moveFlow({
    type: 'checked',
    draft: { offer, amountMicroUsd, wallet: owner.session.address },
    at: world.now(),
  })
}

/** The press on "Confirm and sign". */
export async function confirmTopUp(world: WalletWorld): Promise<void> {
  const { flow, local } = areaStore.getState()
  const owner = currentOwner(world)
  if (flow.step !== 'check' || owner === undefined) return
  const { draft, shownAt } = flow
  moveFlow({ type: 'confirmed' })
  asking = new AbortController()
  const { signal } = asking
  await Promise.race([Promise.allSettled([earlierAttempt]), aborted(signal)])
  let isPaid = false
  const attempt = payOnce(
    world,
    {
      draft,
      shownAt,
      connection: owner.connection,
      session: owner.session,
      local: local ?? undefined,
      signal,
    },
    async (payment) => {
      await follow(world, payment, local ?? undefined)
      forgetTerms()
      await Promise.all([loadBalances(world), readUsdc(world)])
    },
    (paid) => {
      asking = undefined
      moveFlow(
        paid.ok
          ? { type: 'signed', paymentId: paid.payment.id }
          : { type: 'not signed', notice: paid.notice, at: world.now() },
      )
      isPaid = paid.ok
    },
  )
  earlierAttempt = attempt
  await attempt
  // What a crash left behind is taken up here, so that it does not stand in the way for ever.
  if (!isPaid) await resumeAll(world)
}

/** Stops waiting for the wallet; a signature that comes later is thrown away. */
export function giveUpSigning(): void {
  asking?.abort()
}

/** Takes up every open payment, and shows the one of the wallet in use. */
export async function resumeAll(world: WalletWorld): Promise<void> {
  await readPayments(world)
  showOpenPayment(world)
  await resumePayments(world, areaStore.getState().local ?? undefined)
  await readPayments(world)
  showOpenPayment(world)
  await loadBalances(world)
}

/** Shows the payment of the wallet in use that is open, or that ended since the page was loaded. */
export function showOpenPayment(world: Pick<WalletWorld, 'connections'>): void {
  const owner = currentOwner(world)
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
export async function switchChain(world: WalletWorld, networkId: string): Promise<void> {
  const network = allowedNetworks(world).find(({ id }) => id === networkId)
  if (network?.family !== 'evm') return
  try {
    await (await world.drivers.evm()).switchTo(network)
    walletStore.setState({ problem: undefined })
    await readUsdc(world)
  } catch (error) {
    walletStore.setState({ problem: walletProblemOf(error) })
  }
}

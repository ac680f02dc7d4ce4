import { payeeOf } from '../../../client/connection/wallet-config.ts'
import { localChains } from '../../state/local-chains.ts'
import { currentOwner } from '../../state/owner.ts'
import { checkTopUp, confirmTopUp } from '../../state/top-up.ts'
import { limitProblem } from '../../top-up/spend-limits.ts'
import { draftProblems } from '../../top-up/top-up-draft.ts'
import type { Wallet } from '../../wallet.ts'

/**
 * Tops up from the pocket account in use, in the one press that began it: checked as every top-up, and signed
 * without a second press where the recipient is known and nothing is in the way. Else the check screen stays for the
 * person: the first payment to an API is confirmed by one. Never rejects.
 */
export async function topUpFromPocket(
  wallet: Wallet,
  networkId: string,
  amountMicroUsd: number,
): Promise<void> {
  await checkTopUp(wallet, networkId, amountMicroUsd)
  const { flow } = wallet.view.getState()
  if (flow.step === 'check' && (await needsNoReview(wallet, flow.shownAt)))
    await confirmTopUp(wallet)
}

async function needsNoReview(wallet: Wallet, nowMs: number): Promise<boolean> {
  const { flow, shownOffer, usdc } = wallet.view.getState()
  const owner = currentOwner(wallet)
  if (flow.step !== 'check' || owner?.session.kind !== 'pocket') return false
  const { draft } = flow
  const { network } = draft.offer
  const pin = await wallet.paymentLog.findPayee(owner.origin, network.id).catch(() => undefined)
  const localPayTo =
    owner.connection.kind === 'local' ? payeeOf(localChains(wallet), network.id) : undefined
  if (pin === undefined && localPayTo === undefined) return false
  const { payments, isUnreadable } = wallet.payments.getState()
  const held = usdc[network.id]
  const problems = draftProblems(draft, {
    pinnedPayTo: pin?.payTo,
    localPayTo,
    shown: shownOffer ?? draft.offer,
    usdcAtomic: typeof held === 'bigint' ? held : undefined,
    walletChainId: owner.session.chainId,
    limitProblem: limitProblem(payments ?? [], {
      origin: owner.origin,
      amountMicroUsd: draft.amountMicroUsd,
      dailyLimitMicroUsd: wallet.settings.getState().dailyLimitMicroUsd,
      nowMs,
    }),
  })
  return problems.length === 0 && !isUnreadable
}

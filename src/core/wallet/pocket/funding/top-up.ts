import {
  type EvmNetwork,
  type PaymentNetwork,
  USDC_DECIMALS,
} from '../../../../../contract/wallet/networks.ts'
import { diemFirstText, diemHeld, holdsBackTopUp } from '../../../client/account/diem.ts'
import { payeeOf } from '../../../client/connection/wallet-config.ts'
import { formatMicroUsd } from '../../../format/money.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { currentOwner } from '../../state/balances.ts'
import { localChains } from '../../state/local-chains.ts'
import { checkTopUp, confirmTopUp } from '../../state/top-up.ts'
import { putAway } from '../../state/view-store.ts'
import { draftProblems, limitProblem } from '../../top-up/top-up-draft.ts'
import type { Wallet } from '../../wallet.ts'
import { pocketSpending } from '../allowed.ts'
import { accountById, type Pocket, pocketChoice } from '../pocket-account.ts'

/** The most that can be topped up now, in whole cents: what there is, within what is left of the daily limit. */
export function mostToTopUp(
  { limits }: PocketAccount,
  { onChainMicroUsd, topUpsMicroUsd }: { onChainMicroUsd: number; topUpsMicroUsd: number },
): number {
  const leftToday = Math.max(0, limits.dailyMicroUsd - topUpsMicroUsd)
  return Math.floor(Math.min(onChainMicroUsd, leftToday) / 10_000) * 10_000
}

/**
 * Tops up what arrived at an account, whatever is on the screen. Returns why nothing was topped up, in words;
 * undefined where the screen shows what became of it. Rejects with a `PocketFault` where storage can't be read.
 */
export async function topUpArrived(
  wallet: Wallet,
  pocket: Pocket,
  { id }: Pick<PocketAccount, 'id'>,
  onChainMicroUsd: number,
): Promise<string | undefined> {
  const account = await accountById(pocket, id)
  if (currentOwner(wallet)?.session.id !== pocketChoice(account).id)
    return 'Another wallet is in use: use this account, then top up.'
  const microDiem = diemHeld(wallet.view.getState().balances)
  if (holdsBackTopUp(microDiem)) return diemFirstText(microDiem)
  const { topUpsMicroUsd } = await pocketSpending(pocket, account.id)
  const amount = mostToTopUp(account, { onChainMicroUsd, topUpsMicroUsd })
  if (amount === 0)
    return `The daily limit of ${formatMicroUsd(account.limits.dailyMicroUsd)} is used up.`
  await topUpFromPocket(wallet, account.networkId, amount)
  const { flow, requirements } = wallet.view.getState()
  if (flow.step !== 'choose' || flow.notice !== undefined) return undefined
  return requirements !== undefined && 'failure' in requirements
    ? requirements.failure.message
    : 'This API takes no top-ups on this network now.'
}

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
  putAway(wallet)
  await checkTopUp(wallet, networkId, amountMicroUsd)
  const { flow } = wallet.view.getState()
  if (flow.step === 'check' && (await needsNoReview(wallet, flow.shownAt)))
    await confirmTopUp(wallet)
}

async function needsNoReview(wallet: Wallet, nowMs: number): Promise<boolean> {
  const { flow, shownOffer, usdc, balances } = wallet.view.getState()
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
    microDiem: diemHeld(balances),
  })
  return problems.length === 0 && !isUnreadable
}

/**
 * What a wallet on a phone reads from a QR code: USDC to an address, as EIP-681 or Solana Pay. Without an amount,
 * micro-USD, the wallet asks for it.
 */
export function paymentUri(
  network: PaymentNetwork,
  address: string,
  amountMicroUsd?: number,
): string {
  return network.family === 'evm'
    ? eip681(network, address, amountMicroUsd)
    : solanaPay(network.asset, address, amountMicroUsd)
}

function eip681({ asset, chainId }: EvmNetwork, address: string, microUsd?: number): string {
  const amount = microUsd === undefined ? '' : `&uint256=${microUsd}`
  return `ethereum:${asset}@${chainId}/transfer?address=${address}${amount}`
}

function solanaPay(mint: string, address: string, microUsd?: number): string {
  const amount = microUsd === undefined ? '' : `amount=${decimal(microUsd)}&`
  return `solana:${address}?${amount}spl-token=${mint}`
}

/** 1_500_000 as "1.5": no exponent, and no zeros that say nothing. */
function decimal(atomic: number): string {
  const digits = String(atomic).padStart(USDC_DECIMALS + 1, '0')
  const fraction = digits.slice(-USDC_DECIMALS).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, -USDC_DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`
}

import { MAX_TOP_UP_MICRO_USD, MIN_TOP_UP_MICRO_USD } from '../../../../contract/limits/sizes.ts'
import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import {
  type OfferReading,
  type PaymentOffer,
  readPaymentOffer,
} from '../../../../contract/wallet/payment-offer.ts'
import type { TopUpRequirements } from '../../../core/client/wallet/top-up-requirements.ts'
import { formatMicroUsd } from '../../../ui/format/money.ts'

/** Something about a payment that keeps it from being signed, in words. */
export interface DraftProblem {
  /** The row of the check screen that turns red. */
  about: 'price' | 'amount' | 'receiver' | 'chain' | 'balance' | 'limit'
  text: string
}

/** A payment before it is confirmed: what is shown is what will be signed. */
export interface TopUpDraft {
  offer: PaymentOffer
  amountMicroUsd: number
  /** The paying address. */
  wallet: string
}

/** The ways to pay that an API advertises, one for each entry. A third entry of a chain is not read. */
export function readOffers(
  { required, header }: Pick<TopUpRequirements, 'required' | 'header'>,
  allowed: readonly PaymentNetwork[],
): OfferReading[] {
  if (header === 'different')
    return [
      {
        ok: false,
        network: undefined,
        problems: [
          {
            field: 'PAYMENT-REQUIRED',
            found: 'other ways to pay than the body',
            expected: 'the same in the header and in the body',
          },
        ],
      },
    ]
  const readings = required.accepts.slice(0, 20).map((entry) => readPaymentOffer(entry, allowed))
  // Two offers of one chain cannot be told apart on the screen, so neither is taken.
  return readings.map((reading) => {
    const { id } = networkOfReading(reading) ?? {}
    const isDouble =
      id !== undefined && readings.filter((one) => networkOfReading(one)?.id === id).length > 1
    return isDouble && reading.ok
      ? {
          ok: false,
          network: reading.offer.network,
          problems: [{ field: 'accepts', found: `${id} twice`, expected: 'each chain once' }],
        }
      : reading
  })
}

function networkOfReading(reading: OfferReading): PaymentNetwork | undefined {
  return reading.ok ? reading.offer.network : reading.network
}

/** An amount of USD as a person types it, in micro-USD; or what is wrong with it. */
export function readAmount(text: string, leastMicroUsd: number): number | string {
  const match = /^\s*\$?\s*(\d{1,6})(?:\.(\d{1,6}))?\s*$/.exec(text)
  if (!match) return 'Amount must be US dollars, such as 12.50.'
  const micro = Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'))
  const least = Math.max(MIN_TOP_UP_MICRO_USD, leastMicroUsd)
  if (micro < least) return `Amount must be at least ${formatMicroUsd(least)}.`
  if (micro > MAX_TOP_UP_MICRO_USD)
    return `Amount must be at most ${formatMicroUsd(MAX_TOP_UP_MICRO_USD)}.`
  return micro
}

/** What is known when a draft is judged. */
export interface DraftFacts {
  /** To whom payments went so far; undefined before the first. */
  pinnedPayTo: string | undefined
  /** The offer of this chain that was shown when the amount was chosen. */
  shown: PaymentOffer
  /** The wallet's USDC, atomic; undefined when it cannot be read, which is not zero. */
  usdcAtomic: bigint | undefined
  /** The chain an EVM wallet is on. */
  walletChainId: number | undefined
  /** Why the caps do not allow it. */
  capProblem: string | undefined
}

/** What keeps a draft from being signed; empty when nothing does. */
export function draftProblems(
  { offer, amountMicroUsd }: TopUpDraft,
  { pinnedPayTo, shown, usdcAtomic, walletChainId, capProblem }: DraftFacts,
): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (pinnedPayTo !== undefined && !isSameAddress(offer, pinnedPayTo))
    problems.push({
      about: 'receiver',
      text: `The receiver is not the one this API had before (${pinnedPayTo}). Do not pay until you know why.`,
    })
  else if (!isSameAddress(offer, shown.payTo))
    problems.push({
      about: 'receiver',
      text: `The receiver changed since you chose the amount (it was ${shown.payTo}). Go back and look at the offer again.`,
    })
  if (offer.minimumAtomic !== shown.minimumAtomic)
    problems.push({
      about: 'price',
      text: `The least that this API takes changed since you chose, from ${formatMicroUsd(shown.minimumAtomic)} to ${formatMicroUsd(offer.minimumAtomic)}. Go back and choose again.`,
    })
  if (amountMicroUsd < Math.max(MIN_TOP_UP_MICRO_USD, offer.minimumAtomic))
    problems.push({ about: 'amount', text: 'The amount is below the least this API takes.' })
  if (amountMicroUsd > MAX_TOP_UP_MICRO_USD || !Number.isSafeInteger(amountMicroUsd))
    problems.push({ about: 'amount', text: 'The amount is above the most that may be paid.' })
  if (usdcAtomic !== undefined && usdcAtomic < BigInt(amountMicroUsd))
    problems.push({
      about: 'balance',
      text: `The wallet holds ${formatMicroUsd(Number(usdcAtomic))} in USDC, which is less than the amount.`,
    })
  if (offer.network.family === 'evm' && walletChainId !== offer.network.chainId)
    problems.push({ about: 'chain', text: `Your wallet is not on ${offer.network.name}.` })
  if (capProblem !== undefined) problems.push({ about: 'limit', text: capProblem })
  return problems
}

function isSameAddress({ network, payTo }: PaymentOffer, other: string): boolean {
  return network.family === 'evm' ? payTo.toLowerCase() === other.toLowerCase() : payTo === other
}

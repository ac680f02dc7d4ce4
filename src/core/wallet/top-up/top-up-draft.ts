import { MAX_TOP_UP_MICRO_USD, MIN_TOP_UP_MICRO_USD } from '../../../../contract/limits/sizes.ts'
import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { signedOfferOf } from '../../../../contract/wallet/payment/offer-receipt.ts'
import {
  type OfferReading,
  type PaymentOffer,
  readPaymentOffer,
} from '../../../../contract/wallet/payment/payment-offer.ts'
import { declaredIdentifier } from '../../../../contract/wallet/payment/payment-payload.ts'
import { holdsBackTopUp } from '../../client/account/diem.ts'
import type { TopUpRequirements } from '../../client/wallet/top-up.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'

/** Something about a payment that keeps it from being signed. */
export type DraftProblem =
  /** It is not the receiver that this API had before, or that the local service names as its own. */
  | { kind: 'other recipient'; known: string; isLocal: boolean }
  | { kind: 'recipient changed'; shown: string }
  | { kind: 'minimum changed'; fromMicroUsd: number; toMicroUsd: number }
  | { kind: 'below minimum' }
  | { kind: 'above maximum' }
  | { kind: 'too little USDC'; heldMicroUsd: number }
  | { kind: 'wrong network' }
  | { kind: 'limit'; problem: LimitProblem }
  /** The account has DIEM, which is spent before what would be paid for. */
  | { kind: 'diem'; microDiem: number }

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
            found: 'different payment options',
            expected: 'the same payment options as the body',
          },
        ],
      },
    ]
  const identifier = declaredIdentifier(required)
  const readings = required.accepts.slice(0, 20).map((entry): OfferReading => {
    const reading = readPaymentOffer(entry, allowed)
    if (!reading.ok) return reading
    const signedOffer = signedOfferOf(required, reading.offer.requirement)
    return {
      ok: true,
      offer: {
        ...reading.offer,
        ...(identifier && { identifier }),
        ...(signedOffer && { signedOffer }),
      },
    }
  })
  // Two offers of one chain cannot be told apart on the screen, so neither is taken.
  return readings.map((reading) => {
    const { id } = networkOfReading(reading) ?? {}
    const isDouble =
      id !== undefined && readings.filter((one) => networkOfReading(one)?.id === id).length > 1
    return isDouble && reading.ok
      ? {
          ok: false,
          network: reading.offer.network,
          problems: [{ field: 'accepts', found: `${id} twice`, expected: 'each network once' }],
        }
      : reading
  })
}

function networkOfReading(reading: OfferReading): PaymentNetwork | undefined {
  return reading.ok ? reading.offer.network : reading.network
}

/**
 * The offer to pay by: the chosen one, else one whose network the wallet has enough USDC on, else the one with the
 * most. USDC is in atomic units by network.
 */
export function preferredOffer(
  offers: readonly PaymentOffer[],
  usdc: Readonly<Record<string, bigint | 'unreadable'>>,
  { chosenNetwork, atomic }: { chosenNetwork: string | undefined; atomic: number },
): PaymentOffer | undefined {
  const held = ({ network }: PaymentOffer) => {
    const amount = usdc[network.id]
    return typeof amount === 'bigint' ? amount : -1n
  }
  const chosen = offers.find(({ network }) => network.id === chosenNetwork)
  const enough = offers.find((offer) => held(offer) >= BigInt(atomic))
  return chosen ?? enough ?? offers.toSorted((a, b) => Number(held(b) - held(a)))[0]
}

/** Why an amount cannot be paid. */
export type AmountProblem =
  | { kind: 'unreadable' }
  | { kind: 'too small'; leastMicroUsd: number }
  | { kind: 'too large'; mostMicroUsd: number }

/** An amount of USD as a person types it, in micro-USD; or what is wrong with it. */
export function readAmount(text: string, leastMicroUsd: number): number | AmountProblem {
  const match = /^\s*(?:\$\s*)?(\d{1,6})(?:\.(\d{1,6}))?\s*$/.exec(text)
  if (!match) return { kind: 'unreadable' }
  const micro = Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'))
  const least = Math.max(MIN_TOP_UP_MICRO_USD, leastMicroUsd)
  if (micro < least) return { kind: 'too small', leastMicroUsd: least }
  if (micro > MAX_TOP_UP_MICRO_USD) return { kind: 'too large', mostMicroUsd: MAX_TOP_UP_MICRO_USD }
  return micro
}

interface DraftFacts {
  /** To whom payments went so far; undefined before the first. */
  pinnedPayTo: string | undefined
  /** To whom payments to the local service go by its own word; undefined for any other API. */
  localPayTo: string | undefined
  /** The offer of this chain that was shown when the amount was chosen. */
  shown: PaymentOffer
  /** The wallet's USDC, atomic; undefined when it cannot be read, which is not zero. */
  usdcAtomic: bigint | undefined
  /** The chain an EVM wallet is on. */
  walletChainId: number | undefined
  limitProblem: LimitProblem | undefined
  /** See `diemHeld`. */
  microDiem: number
}

/** What keeps a draft from being signed; empty when nothing does. */
export function draftProblems(
  { offer, amountMicroUsd }: TopUpDraft,
  {
    pinnedPayTo,
    localPayTo,
    shown,
    usdcAtomic,
    walletChainId,
    limitProblem,
    microDiem,
  }: DraftFacts,
): DraftProblem[] {
  const problems: DraftProblem[] = []
  const known = otherRecipient(offer, { pinnedPayTo, localPayTo })
  if (known !== undefined)
    problems.push({ kind: 'other recipient', known, isLocal: pinnedPayTo === undefined })
  else if (!isSameRecipient(offer, shown.payTo))
    problems.push({ kind: 'recipient changed', shown: shown.payTo })
  if (offer.minimumAtomic !== shown.minimumAtomic)
    problems.push({
      kind: 'minimum changed',
      fromMicroUsd: shown.minimumAtomic,
      toMicroUsd: offer.minimumAtomic,
    })
  if (amountMicroUsd < Math.max(MIN_TOP_UP_MICRO_USD, offer.minimumAtomic))
    problems.push({ kind: 'below minimum' })
  if (amountMicroUsd > MAX_TOP_UP_MICRO_USD || !Number.isSafeInteger(amountMicroUsd))
    problems.push({ kind: 'above maximum' })
  if (usdcAtomic !== undefined && usdcAtomic < BigInt(amountMicroUsd))
    problems.push({ kind: 'too little USDC', heldMicroUsd: Number(usdcAtomic) })
  if (offer.network.family === 'evm' && walletChainId !== offer.network.chainId)
    problems.push({ kind: 'wrong network' })
  if (limitProblem !== undefined) problems.push({ kind: 'limit', problem: limitProblem })
  if (holdsBackTopUp(microDiem)) problems.push({ kind: 'diem', microDiem })
  return problems
}

/** The receiver that is known for an API where the offer names another one; undefined when all is well. */
export function otherRecipient(
  offer: PaymentOffer,
  { pinnedPayTo, localPayTo }: Pick<DraftFacts, 'pinnedPayTo' | 'localPayTo'>,
): string | undefined {
  const known = pinnedPayTo ?? localPayTo
  return known === undefined || isSameRecipient(offer, known) ? undefined : known
}

function isSameRecipient({ network, payTo }: PaymentOffer, other: string): boolean {
  return network.family === 'evm' ? payTo.toLowerCase() === other.toLowerCase() : payTo === other
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Payments that may be signed for one API within an hour. */
const SIGNATURES_PER_HOUR = 3

/** Why the caps do not allow another payment. */
export type LimitProblem =
  /** So many were signed for one API within an hour. */
  | { kind: 'too many'; signatures: number; waitMs: number }
  | { kind: 'daily limit'; limitMicroUsd: number; leftMicroUsd: number }

/**
 * Why the caps do not allow another payment; undefined when they do. Counted over everything that was signed,
 * whether or not it was credited in the end.
 */
export function limitProblem(
  payments: readonly PaymentIntent[],
  next: { origin: string; amountMicroUsd: number; dailyLimitMicroUsd: number; nowMs: number },
): LimitProblem | undefined {
  const { origin, amountMicroUsd, dailyLimitMicroUsd, nowMs } = next
  const signed = payments.filter(({ signedAt }) => signedAt !== undefined)
  const recent = signed
    .filter((payment) => payment.origin === origin)
    .flatMap(({ signedAt }) => signedAt ?? [])
    .filter((at) => at > nowMs - HOUR_MS)
    .toSorted((a, b) => a - b)
  const [first] = recent.slice(-SIGNATURES_PER_HOUR)
  if (recent.length >= SIGNATURES_PER_HOUR && first !== undefined)
    return { kind: 'too many', signatures: SIGNATURES_PER_HOUR, waitMs: first + HOUR_MS - nowMs }
  const spent = signed
    .filter(({ signedAt, state }) => (signedAt ?? 0) > nowMs - DAY_MS && state !== 'expired')
    .reduce((sum, payment) => sum + payment.amountMicroUsd, 0)
  return spent + amountMicroUsd > dailyLimitMicroUsd
    ? {
        kind: 'daily limit',
        limitMicroUsd: dailyLimitMicroUsd,
        leftMicroUsd: Math.max(0, dailyLimitMicroUsd - spent),
      }
    : undefined
}

import { TOP_UP_ERROR_CODES } from '../../../../contract/errors/service-error.ts'
import { given } from '../../../../contract/json.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { MIN_TOP_UP_MICRO_USD } from '../../../../contract/limits/sizes.ts'
import type {
  EvmNetwork,
  PaymentNetwork,
  SolanaNetwork,
} from '../../../../contract/wallet/networks.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Facilitator } from './payment-store.ts'

/** How payments are taken on one chain. */
export interface RailTerms {
  readonly network: PaymentNetwork
  /** The USDC contract or mint. */
  readonly asset: string
  /** EVM address, or Solana owner. */
  readonly payTo: string
  /** What x402 wants beside: the token's EIP-712 name and version, or the Solana fee payer. */
  readonly extra: Readonly<Record<string, string>>
}

/**
 * Signs an offer or a receipt (x402 `offer-receipt`) with the key of the recipient, which alone a client can tie to the
 * service without a registry.
 */
export type SignStatement = (kind: 'offer' | 'receipt', payload: JsonObject) => Promise<JsonObject>

/** One chain on which payments are taken, and who carries them out there. */
export interface PaymentRail extends RailTerms {
  readonly facilitator: Facilitator
  /** Absent where nothing is signed. */
  readonly sign?: SignStatement | undefined
}

/** The chains of this service. */
export interface PaymentRails {
  readonly evm: EvmNetwork
  readonly solana: SolanaNetwork
  /** Base first; empty while nobody can be paid. */
  readonly rails: readonly PaymentRail[]
  /** Challenges, ways to pay and repeats are as with the real service (`--like-provider`). */
  readonly likeProvider?: boolean
}

/** How long a payment may take from signing to settlement, seconds. */
const PAYMENT_TIMEOUT_SECONDS = 300

/** An entry of `accepts`: how to pay so many atomic USDC on a rail. */
export function requirementOf(rail: RailTerms, amount: number = MIN_TOP_UP_MICRO_USD) {
  return {
    scheme: 'exact',
    network: rail.network.id,
    amount: String(amount),
    asset: rail.asset,
    payTo: rail.payTo,
    maxTimeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
    extra: { ...rail.extra },
  }
}

/** The `accepts` of a 402. What is optional there and absent, the real service writes as `null`. */
export function waysToPay({ rails, likeProvider }: PaymentRails, amount?: number) {
  const absent = likeProvider === true ? { memo: null, assetTransferMethod: null } : {}
  return rails.map((rail) => {
    const requirement = requirementOf(rail, amount)
    return { ...requirement, extra: { ...requirement.extra, ...absent } }
  })
}

/** The error body of a top-up, where `error` is the code and `message` the words. */
export function topUpError(
  code: keyof typeof TOP_UP_ERROR_CODES,
  message?: string,
  details?: JsonObject,
): HttpError {
  const published = TOP_UP_ERROR_CODES[code]
  return new HttpError(published?.status ?? 500, {
    error: code,
    message: message ?? published?.meaning ?? code,
    ...given({ details }),
  })
}

import type { Usage } from '../../../contract/chat/response.ts'
import type { Tier } from '../../../contract/limits/rate-limits.ts'
import type { Model } from '../../../contract/models/model.ts'
import { costInMicroUsd } from '../../../contract/models/price.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import { type HttpError, standardError } from '../http/http-error.ts'
import {
  isExceeded,
  type RateLimiter,
  rateLimitError,
  type RateState,
} from '../limits/rate-limiter.ts'
import type { Lease, Leases } from '../limits/window-counters.ts'
import type { Balance, Charge, Charged, Ledger } from './ledger.ts'

/** What metering needs from the service. */
export interface Metering {
  ledger: Ledger
  holds: Holds
  limiter: RateLimiter
}

/** One request on its way: admitted, not yet charged. */
export interface MeteredRequest {
  /** The account that pays. */
  owner: string
  /** What the key held before the request. */
  balance: Balance
  rate: RateState
  /** Charges what was used. Durable when it returns; a second call changes nothing. */
  settle(usage: Usage): Promise<Settlement>
  /** Lets the held credit go without a charge; after `settle` it changes nothing. */
  release(): void
}

interface Settlement extends Charged {
  rate: RateState
}

interface Admission {
  reference: string
  owner: string
  model: Model
  /** The most that the request can use. */
  worstCase: Pick<Usage, 'prompt_tokens' | 'completion_tokens' | 'prompt_tokens_details'>
  /** What is charged beside tokens, such as a web search, micro-USD. */
  feesMicroUsd?: number
  rate: RateState
}

/** Counts a request against the rate limit. @throws HttpError 429 */
export async function consumeRate(
  limiter: RateLimiter,
  owner: string,
  tier: Tier,
): Promise<RateState> {
  const rate = await limiter.consumeRequest(owner, tier)
  if (isExceeded(rate)) throw rateLimitError(rate, Date.now())
  return rate
}

/** Sets credit aside for the most the request can cost. @throws HttpError 402 */
export async function admit(
  { ledger, holds, limiter }: Metering,
  admission: Admission,
): Promise<MeteredRequest> {
  const { owner, model, reference, rate, worstCase } = admission
  const fees = admission.feesMicroUsd ?? 0
  const most = costInMicroUsd(model, worstCase) + fees
  const { balance, hold } = await holds.acquire(owner, most)
  if (!hold)
    throw insufficientBalance(most, 'can cost up to', 'lower max_completion_tokens or n, or top up')
  let settled: Promise<Settlement> | undefined
  const settle = async (usage: Usage): Promise<Settlement> => {
    const microUsd = costInMicroUsd(model, usage) + fees
    // An answer that was paid is delivered although nobody could count its tokens.
    const counted = limiter
      .consumeTokens(owner, rate.tier, usage.total_tokens)
      .catch((): RateState => rate)
    const charged = ledger
      .charge({
        reference,
        owner,
        model: model.id,
        promptTokens: usage.prompt_tokens,
        completionTokens: usage.completion_tokens,
        microUsd,
      })
      .finally(() => hold.release())
    const [receipt, state] = await Promise.all([charged, counted])
    return { ...receipt, rate: state }
  }
  return {
    owner,
    balance,
    rate,
    settle: (usage) => (settled ??= settle(usage)),
    release: () => hold.release(),
  }
}

/**
 * Sets a price aside that is known before the work. `cheaper` says what would cost less.
 * @throws HttpError 402 when the credit does not cover it
 */
export async function holdPrice(
  { ledger, holds }: { ledger: Ledger; holds: Holds },
  charge: Charge,
  cheaper: string,
) {
  const { balance, hold } = await holds.acquire(charge.owner, charge.microUsd)
  if (!hold) throw insufficientBalance(charge.microUsd, 'costs', `top up, or ${cheaper}`)
  return {
    /** What the owner held before the request. */
    balance,
    /** Takes the price, once. Durable when it resolves. */
    charge: async () => {
      const charged = await ledger.charge(charge)
      hold.release()
      return charged
    },
    /** Lets the held credit go; after `charge` it changes nothing. */
    release: () => hold.release(),
  }
}

/**
 * Credit set aside for requests that are being answered, so that many at once cannot spend the same
 * dollar. Holds are in memory: after a crash an unfinished request is neither
 * charged nor held.
 */
export interface Holds {
  /** Sets an amount aside, micro-USD, if the owner's balance still covers it. */
  acquire(owner: string, amount: number): Promise<{ balance: Balance; hold: Lease | undefined }>
}

/** Holds on leases, against the balances of a ledger. */
export function createHolds(ledger: Pick<Ledger, 'balance'>, leases: Leases): Holds {
  return {
    acquire: async (owner, amount) => {
      // First set aside, then read: a request that is charged in between is counted on one side at least.
      const hold = await leases.acquire(`hold ${owner}`, amount, Number.MAX_SAFE_INTEGER)
      if (hold === undefined) return { balance: await ledger.balance(owner), hold }
      try {
        const balance = await ledger.balance(owner)
        if (balance.microUsd + balance.microDiem >= hold.total) return { balance, hold }
        hold.release()
        return { balance, hold: undefined }
      } catch (error) {
        hold.release()
        throw error
      }
    },
  }
}

/** The 402 of a request whose price, micro-USD, the credit does not cover, with what can be done about it. */
function insufficientBalance(
  microUsd: number,
  costs: 'costs' | 'can cost up to',
  remedy: string,
): HttpError {
  const usd = (microUsd / MICRO_USD_PER_USD).toFixed(6)
  return standardError(
    402,
    `Insufficient USD or Diem balance to complete request. It ${costs} $${usd}; ${remedy}.`,
    'INSUFFICIENT_BALANCE',
  )
}

/*
 * What is charged per use, beside tokens. The local service's own figures: the contract says only
 * that such use is billed.
 */

/** A million tokens to embed, micro-USD. */
export const EMBEDDING_MICRO_USD_PER_MILLION = 150_000

/** One generated image, micro-USD. */
export const GENERATED_IMAGE_MICRO_USD = 10_000

/** A million characters to speak, micro-USD. */
export const SPEECH_MICRO_USD_PER_MILLION = 3_500_000

/** One second of audio to transcribe, micro-USD. */
export const TRANSCRIPTION_MICRO_USD_PER_SECOND = 100

/** One queued video, micro-USD. */
export const QUEUED_VIDEO_MICRO_USD = 50_000

/** One queued audio job, micro-USD. */
export const QUEUED_AUDIO_MICRO_USD = 20_000

/** One credit of the JSON-RPC proxy, micro-USD. */
export const RPC_CREDIT_MICRO_USD = 1

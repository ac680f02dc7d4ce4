import type { Usage } from '../../../contract/chat/response.ts'
import type { Tier } from '../../../contract/limits/rate-limits.ts'
import type { Model } from '../../../contract/models/model.ts'
import { costInMicroUsd } from '../../../contract/models/price.ts'
import {
  isExceeded,
  rateLimitError,
  type RateLimiter,
  type RateState,
} from '../limits/rate-limiter.ts'
import type { Holds } from './holds.ts'
import { insufficientBalance } from './insufficient-balance.ts'
import type { Balance, Charged, Ledger } from './ledger.ts'

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

/** A charge that was taken. */
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

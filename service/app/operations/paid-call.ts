import type { RateLimitTable } from '../../../contract/limits/rate-limits.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { AppContext } from '../http/app-environment.ts'
import { setHeaders } from '../http/set-headers.ts'
import { requestTimedOut } from '../images/image-failure.ts'
import type { WorkLimits } from '../images/picture-codec.ts'
import type { RunningRequests } from '../inference/running-requests.ts'
import { consumeOperationRate } from '../limits/operation-rate.ts'
import type { WindowCounters } from '../limits/window-counters.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { balanceHeaders } from '../money/balance-headers.ts'
import { holdPrice } from '../money/fixed-price.ts'
import type { Holds } from '../money/holds.ts'
import type { Balance, Ledger } from '../money/ledger.ts'
import { abortReason } from '../timing/abort-reason.ts'

/** What a paid call needs from the service. */
export interface PaidServices {
  authenticator: Authenticator
  ledger: Ledger
  holds: Holds
  running: RunningRequests
  catalogue: Catalogue
  limits: RateLimitTable
  /** Counters of one-minute windows. */
  counters: WindowCounters
  /** How long the work may take, ms. */
  deadlineMs: number
}

/** A call whose price is known before its work. */
interface PaidCall {
  /** The account that pays. */
  owner: string
  /** What is charged for, as the list of usage names it. */
  sku: string
  microUsd: number
  promptTokens?: number
  rate: { kind: string; most: number }
  /** What would cost less, in words. */
  cheaper: string
  /** Told what was taken, before the call is over. */
  onCharged?: (taken: Balance) => void
}

/**
 * Does work that is paid for: counts it against the limit of its kind, sets the price aside, and
 * takes it when the work succeeded. Sets the limit and balance headers of the answer.
 * @throws HttpError 429 and 402 before the work, 504 when it takes too long, and what the work throws
 */
export async function paidCall<Result>(
  context: AppContext,
  services: PaidServices,
  { owner, sku, microUsd, promptTokens = 0, rate, cheaper, onCharged }: PaidCall,
  work: (limits: WorkLimits) => Promise<Result>,
): Promise<Result> {
  setHeaders(context, await consumeOperationRate(services.counters, owner, rate))
  const reference = context.get('requestId')
  const charge = { reference, owner, model: sku, promptTokens, completionTokens: 0, microUsd }
  const price = await holdPrice(services, charge, cheaper)
  setHeaders(context, balanceHeaders(context, owner, price.balance, price.balance.microUsd))
  const { controller, done } = services.running.begin()
  const deadline = setTimeout(() => controller.abort(requestTimedOut()), services.deadlineMs)
  const limits = {
    signal: AbortSignal.any([context.req.raw.signal, controller.signal]),
    endsAt: Date.now() + services.deadlineMs,
  }
  try {
    const result = await work(limits)
    limits.signal.throwIfAborted()
    const { taken, leftMicroUsd } = await price.charge()
    onCharged?.(taken)
    setHeaders(context, balanceHeaders(context, owner, price.balance, leftMicroUsd))
    return result
  } catch (error) {
    throw limits.signal.aborted ? abortReason(limits.signal) : error
  } finally {
    clearTimeout(deadline)
    price.release()
    done()
  }
}

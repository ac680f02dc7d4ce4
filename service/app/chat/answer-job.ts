import type { MeteredRequest } from '../billing/metered-request.ts'
import type { AppContext } from '../http/app-environment.ts'
import type { GenerationRequest, GenerationStep } from '../inference/engine.ts'
import type { AnswerIdentity } from './answer-identity.ts'
import type { Meter } from './meter.ts'

/** A generation that has started, and all that answering it needs. */
export interface AnswerJob {
  context: AppContext
  generation: GenerationRequest
  steps: AsyncIterable<GenerationStep>
  /** Fires when the client is gone, the deadline is over or the service stops. */
  signal: AbortSignal
  metered: MeteredRequest
  meter: Meter
  identity: AnswerIdentity
}

import type { AppContext } from '../../http/app-environment.ts'
import type { MeteredRequest } from '../../money/metered-request.ts'
import type { GenerationRequest, GenerationSteps } from '../engine.ts'
import type { Meter } from './meter.ts'

/** A generation that has started, and all that responding to it needs. */
export interface GenerationJob {
  context: AppContext
  generation: GenerationRequest
  steps: GenerationSteps
  /** Fires when the client is gone, the deadline is over or the service stops. */
  signal: AbortSignal
  metered: MeteredRequest
  meter: Meter
  identity: CompletionIdentity
}

/** What every chunk of one response repeats. */
export interface CompletionIdentity {
  id: string
  /** Unix seconds. */
  created: number
  model: string
}

/** Creates the id and timestamp shared by every chunk of a response; an id that is given is used. */
export function newIdentity(model: string, id?: string): CompletionIdentity {
  return {
    id: id ?? `chatcmpl-${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
    created: Math.floor(Date.now() / 1000),
    model,
  }
}

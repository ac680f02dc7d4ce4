import type { OperationType } from '../../../../contract/limits/tiers.ts'
import { wavFile } from '../../../../contract/media/wav.ts'
import type { ModelType } from '../../../../contract/models/model-types.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { readJson } from '../../http/body/read-json.ts'
import { requireValid, standardError } from '../../http/http-error.ts'
import { respond } from '../../http/respond.ts'
import { sendJson } from '../../http/send-json.ts'
import { setHeaders } from '../../http/set-headers.ts'
import { operationLimit } from '../../limits/customer-tier.ts'
import { consumeOperationRate } from '../../limits/operation-rate.ts'
import { modelHeaders } from '../../models/model-headers.ts'
import { modelOfType } from '../../models/model-of-type.ts'
import { REFUND, type Balance } from '../../money/ledger.ts'
import { QUEUED_AUDIO_MICRO_USD, QUEUED_VIDEO_MICRO_USD } from '../../money/usage-prices.ts'
import { SAMPLE_RATE, tonesOf } from '../audio/tones.ts'
import { paidCall, type PaidServices } from '../paid-call.ts'
import { sampleClip } from './clip.ts'
import { audioQueueSchema, queuedJobSchema, videoQueueSchema } from './queue-request.ts'
import { createQueuedJobs, type QueuedJob } from './queued-jobs.ts'

/** What is queued, and how it is made, priced and limited. */
interface QueuedKind {
  modelType: ModelType
  defaultModel: string
  microUsd: number
  queueRate: OperationType
  retrieveRate: OperationType
  /** @throws HttpError 400 with every issue */
  read(body: unknown): { model?: string | undefined; prompt: string; takesMs: number }
  mediaType: string
  result(job: QueuedJob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

export const QUEUED_VIDEO: QueuedKind = {
  modelType: 'video',
  defaultModel: 'sandbox-video',
  microUsd: QUEUED_VIDEO_MICRO_USD,
  queueRate: 'video-queue',
  retrieveRate: 'video-retrieve',
  read: (body) => {
    const { model, prompt, duration = '5s' } = requireValid(videoQueueSchema, body)
    return { model, prompt, takesMs: duration === '5s' ? 5000 : 10_000 }
  },
  mediaType: 'video/webm',
  result: async () => sampleClip(),
}

export const QUEUED_AUDIO: QueuedKind = {
  modelType: 'music',
  defaultModel: 'sandbox-music',
  microUsd: QUEUED_AUDIO_MICRO_USD,
  queueRate: 'audio',
  retrieveRate: 'audio',
  read: (body) => {
    const { model, prompt, duration_seconds = 5 } = requireValid(audioQueueSchema, body)
    return { model, prompt, takesMs: duration_seconds * 1000 }
  },
  mediaType: 'audio/wav',
  result: async ({ prompt }, signal) =>
    wavFile(await tonesOf(prompt, { voice: 'alloy', speed: 1 }, signal), SAMPLE_RATE),
}

/**
 * `POST …/queue`, `…/retrieve` and `…/complete`: practice for jobs, beyond the contract, which names such
 * operations and shows none of their bodies. A job is charged when it is queued; one that fails is refunded.
 */
export function queueRoutes(services: PaidServices, kind: QueuedKind) {
  const jobs = createQueuedJobs()
  const jobAt = async (context: AppContext) => {
    const { id: owner } = await services.authenticator.requireCaller(context)
    const { queue_id: id } = requireValid(queuedJobSchema, await readJson(context.req.raw))
    const rate = operationLimit(services.limits, kind.retrieveRate)
    setHeaders(context, await consumeOperationRate(services.counters, owner, rate))
    return { owner, id, job: jobs.find(owner, id) }
  }
  return {
    queue: async (context: AppContext): Promise<Response> => {
      const { id: owner } = await services.authenticator.requireCaller(context)
      const { model: name, prompt, takesMs } = kind.read(await readJson(context.req.raw))
      const model = await modelOfType(name ?? kind.defaultModel, kind.modelType, services.catalogue)
      setHeaders(context, modelHeaders(model))
      const { microUsd } = kind
      const call = {
        owner,
        sku: model.id,
        microUsd,
        rate: operationLimit(services.limits, kind.queueRate),
        cheaper: 'queue nothing',
      }
      const job = await jobs.once(owner, context.req.header('idempotency-key'), async () => {
        let paid: Balance = { microUsd: 0, microDiem: 0 }
        const onCharged = (taken: Balance) => void (paid = taken)
        const made = await paidCall(context, services, { ...call, onCharged }, async () => ({
          id: crypto.randomUUID(),
          owner,
          model: model.id,
          prompt,
          createdAt: Date.now(),
          takesMs,
        }))
        return { ...made, requestId: context.get('requestId'), paid }
      })
      return sendJson(context, { model: job.model, queue_id: job.id })
    },
    retrieve: async (context: AppContext): Promise<Response> => {
      const { owner, job } = await jobAt(context)
      if (job === undefined) throw jobNotFound()
      const elapsed = Date.now() - job.createdAt
      if (elapsed < job.takesMs)
        return sendJson(context, {
          status: 'PROCESSING',
          average_execution_time: job.takesMs,
          execution_duration: elapsed,
        })
      if (job.prompt.startsWith('/fail')) {
        const { requestId, paid } = job
        // The reference makes it one refund, however often it is retrieved.
        const reference = `${REFUND}${requestId}`
        await services.ledger.grant({ reference, owner, ...paid })
        return sendJson(context, { status: 'FAILED', error: 'The prompt starts with /fail.' })
      }
      const bytes = await kind.result(job, context.req.raw.signal)
      setHeaders(context, {
        'Content-Type': kind.mediaType,
        'Content-Length': String(bytes.byteLength),
      })
      return respond(context, bytes)
    },
    complete: async (context: AppContext): Promise<Response> => {
      const { owner, id } = await jobAt(context)
      if (!jobs.remove(owner, id)) throw jobNotFound()
      return sendJson(context, { success: true })
    },
  }
}

function jobNotFound() {
  return standardError(404, 'Job not found. It may have expired, or the service restarted.')
}

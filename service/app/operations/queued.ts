import { decodeBase64 } from '../../../contract/encoding/bytes.ts'
import { choiceField, integerField, tableSchema, textField } from '../../../contract/field-rule.ts'
import type { OperationType } from '../../../contract/limits/rate-limits.ts'
import { wavFile } from '../../../contract/media/wav.ts'
import type { ModelType } from '../../../contract/models/model.ts'
import { z } from '../../../contract/zod.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readJson } from '../http/body/read-body.ts'
import { requireValid, standardError } from '../http/http-error.ts'
import { respond, sendJson, setHeaders } from '../http/respond.ts'
import { consumeOperationRate, operationLimit } from '../limits/rate-limiter.ts'
import { modelHeaders, modelOfType } from '../models/model-headers.ts'
import { type Balance, REFUND } from '../money/ledger.ts'
import { QUEUED_AUDIO_MICRO_USD, QUEUED_VIDEO_MICRO_USD } from '../money/metered-request.ts'
import { SAMPLE_RATE, tonesOf } from './audio.ts'
// A ball that bounces for two seconds: VP8, without audio.
import clip from './bouncing-ball.json' with { type: 'json' }
import { modelField, paidCall, type PaidServices, words } from './listed-operation.ts'
import type { BodyContent, NamedSchema, Operation } from './openapi/json-schema.ts'
import { createQueuedJobs, type QueuedJob } from './queued-jobs.ts'

const prompt = textField(
  { minLength: 1, maxLength: 4096 },
  words('Prompt', 'What to generate. /fail makes the job fail.', { required: true }),
)

const videoFields = {
  prompt,
  model: textField({ minLength: 1 }, modelField('a video', 'sandbox-video')),
  duration: choiceField(
    ['5s', '10s'],
    words('Duration', 'Length of the video; the job takes as long.', { default: '5s' }),
  ),
} as const
const videoSchema = tableSchema(videoFields, {})

const audioFields = {
  prompt,
  model: textField({ minLength: 1 }, modelField('a music', 'sandbox-music')),
  duration_seconds: integerField(
    { min: 1, max: 60 },
    words('Duration', 'How long the job takes, in seconds.', { default: 5 }),
  ),
} as const
const audioSchema = tableSchema(audioFields, {})

const jobFields = {
  queue_id: textField(
    { minLength: 1, maxLength: 100 },
    words('Queue ID', 'The queue_id of the job.', { required: true }),
  ),
} as const
const jobSchema = tableSchema(jobFields, {})

const QUEUED: NamedSchema = {
  name: 'QueuedJob',
  schema: z.looseObject({ model: z.string(), queue_id: z.string() }),
}
const STATUS: NamedSchema = {
  name: 'QueuedJobStatus',
  schema: z.looseObject({
    status: z.enum(['PROCESSING', 'FAILED']),
    average_execution_time: z.exactOptional(z.number()),
    execution_duration: z.exactOptional(z.number()),
    error: z.exactOptional(z.string()),
  }),
}
const COMPLETED: NamedSchema = {
  name: 'CompletedJob',
  schema: z.looseObject({ success: z.boolean() }),
}
const BEYOND = 'For practice: not part of the published contract.'

interface QueuedKind {
  path: string
  /** Names its operations, too. */
  tag: string
  body: BodyContent
  modelType: ModelType
  microUsd: number
  queueRate: OperationType
  retrieveRate: OperationType
  /** @throws HttpError 400 with every issue */
  read(body: unknown): { model?: string | undefined; prompt: string; seconds: number }
  mediaType: string
  result(job: QueuedJob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

export const QUEUED_VIDEO: QueuedKind = {
  path: '/video',
  tag: 'Video',
  body: {
    schema: { name: 'VideoQueueRequest', schema: videoSchema, fields: videoFields },
    example: { model: 'sandbox-video', prompt: 'A ball that bounces', duration: '5s' },
  },
  modelType: 'video',
  microUsd: QUEUED_VIDEO_MICRO_USD,
  queueRate: 'video-queue',
  retrieveRate: 'video-retrieve',
  read: (body) => {
    const { duration, ...request } = requireValid(videoSchema, body)
    return { ...request, seconds: duration === '10s' ? 10 : 5 }
  },
  mediaType: 'video/webm',
  result: async () => decodeBase64(clip.webm),
}

export const QUEUED_AUDIO: QueuedKind = {
  path: '/audio',
  tag: 'Audio',
  body: {
    schema: { name: 'AudioQueueRequest', schema: audioSchema, fields: audioFields },
    example: { model: 'sandbox-music', prompt: 'Rain on a tin roof', duration_seconds: 5 },
  },
  modelType: 'music',
  microUsd: QUEUED_AUDIO_MICRO_USD,
  queueRate: 'audio',
  retrieveRate: 'audio',
  read: (body) => {
    const { duration_seconds: seconds = 5, ...request } = requireValid(audioSchema, body)
    return { ...request, seconds }
  },
  mediaType: 'audio/wav',
  result: async ({ prompt }, signal) =>
    wavFile(await tonesOf(prompt, { voice: 'alloy', speed: 1 }, signal), SAMPLE_RATE),
}

/** How the OpenAPI document describes them. */
export const QUEUED_OPERATIONS = [QUEUED_VIDEO, QUEUED_AUDIO].flatMap(describe)

function describe({ path, tag, body, mediaType }: QueuedKind): Operation[] {
  const name = tag.toLowerCase()
  const shared = { method: 'post', access: 'key or wallet', tag } as const
  const followed = {
    ...shared,
    body: {
      'application/json': {
        schema: { name: 'QueuedJobRequest', schema: jobSchema, fields: jobFields },
        example: { queue_id: '00000000-0000-4000-8000-000000000000' },
      },
    },
    headers: ['rate-limit'],
    errors: [404],
  } as const
  return [
    {
      ...shared,
      path: `${path}/queue`,
      operationId: `queue${tag}`,
      summary: `Queue ${name}`,
      description: `${BEYOND} With Idempotency-Key, the same job is returned again. Charged once.`,
      body: { 'application/json': body },
      answers: { 'application/json': QUEUED },
      headers: ['model', 'rate-limit', 'balance'],
      errors: [404, 503, 504],
    },
    {
      ...followed,
      path: `${path}/retrieve`,
      operationId: `retrieve${tag}`,
      summary: `Retrieve queued ${name}`,
      description: `${BEYOND} Returns the status, or the file once it is ready.`,
      answers: { 'application/json': STATUS, [mediaType]: 'bytes' },
    },
    {
      ...followed,
      path: `${path}/complete`,
      operationId: `complete${tag}`,
      summary: `Delete queued ${name}`,
      description: `${BEYOND} Deletes the job and its file.`,
      answers: { 'application/json': COMPLETED },
    },
  ]
}

/**
 * `POST …/queue`, `…/retrieve` and `…/complete`: practice for jobs, beyond the contract, which names such
 * operations and shows none of their bodies. A job is charged when it is queued; one that fails is refunded.
 */
export function queueRoutes(services: PaidServices, kind: QueuedKind) {
  const jobs = createQueuedJobs()
  const jobAt = async (context: AppContext) => {
    const { id: owner } = await services.authenticator.requireCaller(context)
    const { queue_id: id } = requireValid(jobSchema, await readJson(context.req.raw))
    const rate = operationLimit(services.limits, kind.retrieveRate)
    setHeaders(context, await consumeOperationRate(services.counters, owner, rate))
    return { owner, id, job: jobs.find(owner, id) }
  }
  return {
    queue: async (context: AppContext): Promise<Response> => {
      const { id: owner } = await services.authenticator.requireCaller(context)
      const { model: name, prompt, seconds } = kind.read(await readJson(context.req.raw))
      const model = await modelOfType(name ?? 'default', kind.modelType, services.catalogue)
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
          takesMs: seconds * 1000,
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

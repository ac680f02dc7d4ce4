import { z } from '../../../../contract/zod.ts'
import type { NamedSchema, Operation } from '../openapi/operation.ts'
import {
  audioQueueFields,
  audioQueueSchema,
  queuedJobFields,
  queuedJobSchema,
  videoQueueFields,
  videoQueueSchema,
} from './queue-request.ts'

const BEYOND = 'For practice: not part of the published contract.'

const queued: NamedSchema = {
  name: 'QueuedJob',
  schema: z.looseObject({ model: z.string(), queue_id: z.string() }),
}
const status: NamedSchema = {
  name: 'QueuedJobStatus',
  schema: z.looseObject({
    status: z.enum(['PROCESSING', 'FAILED']),
    average_execution_time: z.exactOptional(z.number()),
    execution_duration: z.exactOptional(z.number()),
    error: z.exactOptional(z.string()),
  }),
}
const completed: NamedSchema = {
  name: 'CompletedJob',
  schema: z.looseObject({ success: z.boolean() }),
}
const common = { method: 'post', access: 'key or wallet' } as const
const body = {
  'application/json': {
    schema: { name: 'QueuedJobRequest', schema: queuedJobSchema, fields: queuedJobFields },
    example: { queue_id: '00000000-0000-4000-8000-000000000000' },
  },
}

/** Practice for jobs: video, and audio that takes long. */
export const QUEUED_OPERATIONS: readonly Operation[] = [
  {
    ...common,
    path: '/video/queue',
    tag: 'Video',
    operationId: 'queueVideo',
    summary: 'Queue video',
    description: `${BEYOND} With Idempotency-Key, the same job is returned again. Charged once.`,
    body: {
      'application/json': {
        schema: { name: 'VideoQueueRequest', schema: videoQueueSchema, fields: videoQueueFields },
        example: { model: 'sandbox-video', prompt: 'A ball that bounces', duration: '5s' },
      },
    },
    answers: { 'application/json': queued },
    headers: ['model', 'rate-limit', 'balance'],
    errors: [404, 503, 504],
  },
  ...followed('/video', 'Video', 'video', 'video/webm'),
  {
    ...common,
    path: '/audio/queue',
    tag: 'Audio',
    operationId: 'queueAudio',
    summary: 'Queue audio',
    description: `${BEYOND} With Idempotency-Key, the same job is returned again. Charged once.`,
    body: {
      'application/json': {
        schema: { name: 'AudioQueueRequest', schema: audioQueueSchema, fields: audioQueueFields },
        example: { model: 'sandbox-music', prompt: 'Rain on a tin roof', duration_seconds: 5 },
      },
    },
    answers: { 'application/json': queued },
    headers: ['model', 'rate-limit', 'balance'],
    errors: [404, 503, 504],
  },
  ...followed('/audio', 'Audio', 'audio', 'audio/wav'),
]

function followed(path: string, tag: string, name: string, mediaType: string): Operation[] {
  return [
    {
      ...common,
      path: `${path}/retrieve`,
      tag,
      operationId: `retrieve${tag}`,
      summary: `Retrieve queued ${name}`,
      description: `${BEYOND} Returns the status, or the file once it is ready.`,
      body,
      answers: { 'application/json': status, [mediaType]: 'bytes' },
      headers: ['rate-limit'],
      errors: [404],
    },
    {
      ...common,
      path: `${path}/complete`,
      tag,
      operationId: `complete${tag}`,
      summary: `Delete queued ${name}`,
      description: `${BEYOND} Deletes the job and its file.`,
      body,
      answers: { 'application/json': completed },
      headers: ['rate-limit'],
      errors: [404],
    },
  ]
}

import { describedChatFields } from '../../../contract/chat/request/field-meanings.ts'
import { chatRequestSchema } from '../../../contract/chat/request/request.ts'
import { chatCompletionSchema } from '../../../contract/chat/response.ts'
import { chatCompletionChunkSchema } from '../../../contract/chat/stream-chunk.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { rateLimitsResponseSchema } from '../../../contract/limits/rate-limits-response.ts'
import { z } from '../../../contract/zod.ts'
import { ATTESTATION } from '../e2ee/attestation.ts'
import type { AppContext } from '../http/app-environment.ts'
import { sendJson } from '../http/send-json.ts'
import { SPEECH, TRANSCRIPTION } from '../operations/audio.ts'
import { BILLING_USAGE } from '../operations/billing-usage.ts'
import { CRYPTO_RPC_OPERATIONS } from '../operations/crypto-rpc.ts'
import { EMBEDDINGS } from '../operations/embeddings.ts'
import { IMAGE_GENERATE, IMAGE_STYLES, IMAGES_GENERATIONS } from '../operations/image-generation.ts'
import { QUEUED_OPERATIONS } from '../operations/queued.ts'
import { CHARACTER_OPERATIONS } from './described/characters.ts'
import { IMAGE_OPERATIONS } from './described/images.ts'
import { MODEL_OPERATIONS } from './described/models.ts'
import { WALLET_OPERATIONS } from './described/wallet.ts'
import { openApiDocument } from './document.ts'
import type { Operation } from './operation.ts'

/** Text inference. */
const CHAT_COMPLETION: Operation = {
  method: 'post',
  path: '/chat/completions',
  operationId: 'createChatCompletion',
  tag: 'Chat',
  summary: 'Create chat completion',
  description: 'With stream=true, returns server-sent events that end with data: [DONE].',
  access: 'key or wallet',
  body: {
    'application/json': {
      schema: { name: 'ChatRequest', schema: chatRequestSchema, fields: describedChatFields },
      example: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Say hello.' }] },
    },
  },
  answers: {
    'application/json': { name: 'ChatCompletion', schema: chatCompletionSchema },
    'text/event-stream': { name: 'ChatCompletionChunk', schema: chatCompletionChunkSchema },
  },
  headers: ['model', 'rate-limit', 'balance'],
  errors: [404, 422, 503, 504],
}

/** What a key may do, and the document itself. */
const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/api_keys/rate_limits',
    operationId: 'getRateLimits',
    tag: 'Account',
    summary: 'Get rate limits and balances of the API key',
    access: 'key',
    answers: { 'application/json': { name: 'RateLimits', schema: rateLimitsResponseSchema } },
  },
  {
    method: 'get',
    path: '/openapi.json',
    operationId: 'getOpenApiDocument',
    tag: 'Account',
    summary: 'Get this document',
    access: 'anyone',
    answers: {
      'application/json': {
        name: 'OpenApiDocument',
        schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
      },
    },
  },
]

/** Every operation below `/api/v1`. A test compares them with the routes. */
const OPERATIONS: readonly Operation[] = [
  CHAT_COMPLETION,
  ...IMAGE_OPERATIONS,
  ...[IMAGE_GENERATE, IMAGES_GENERATIONS].map(({ described }) => described),
  IMAGE_STYLES,
  ...[SPEECH, TRANSCRIPTION].map(({ described }) => described),
  ...QUEUED_OPERATIONS,
  EMBEDDINGS.described,
  ...MODEL_OPERATIONS,
  ATTESTATION,
  ...CHARACTER_OPERATIONS,
  ...WALLET_OPERATIONS,
  ...CRYPTO_RPC_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  BILLING_USAGE,
]

/** `GET /openapi.json`: what this service can do, for programs. No credentials needed. */
export function readOpenApi() {
  let document: JsonObject | undefined
  return (context: AppContext) => sendJson(context, (document ??= openApiDocument(OPERATIONS)))
}

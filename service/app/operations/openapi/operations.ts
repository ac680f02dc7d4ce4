import { describedChatFields } from '../../../../contract/chat/request/field-meanings.ts'
import { chatRequestSchema } from '../../../../contract/chat/request/request.ts'
import {
  chatCompletionChunkSchema,
  chatCompletionSchema,
} from '../../../../contract/chat/response.ts'
import { editFields, editRequestSchema } from '../../../../contract/image/edit-request.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { rateLimitsResponseSchema } from '../../../../contract/limits/rate-limits.ts'
import {
  compatibilityMappingResponseSchema,
  traitsResponseSchema,
} from '../../../../contract/models/find-model.ts'
import { MODEL_TYPES, modelListSchema } from '../../../../contract/models/model.ts'
import { z } from '../../../../contract/zod.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { sendJson } from '../../http/respond.ts'
import { ATTESTATION } from '../../inference/e2ee/attestation.ts'
import { characterQuerySchema } from '../../models/characters-routes.ts'
import { SPEECH, TRANSCRIPTION } from '../audio.ts'
import { BILLING_USAGE } from '../billing-usage.ts'
import { CRYPTO_RPC_OPERATIONS } from '../crypto-rpc.ts'
import { EMBEDDINGS } from '../embeddings.ts'
import { IMAGE_GENERATE, IMAGE_STYLES, IMAGES_GENERATIONS } from '../image-generation.ts'
import { QUEUED_OPERATIONS } from '../queued.ts'
import { openApiDocument } from './document.ts'
import { type NamedSchema, type Operation, type Parameter, queryParameters } from './json-schema.ts'
import { WALLET_OPERATIONS } from './wallet.ts'

const CHARACTER: NamedSchema = {
  name: 'CharacterAnswer',
  schema: z.looseObject({ object: z.literal('character'), data: z.looseObject({}) }),
}
const CHARACTERS: NamedSchema = {
  name: 'CharacterList',
  schema: z.looseObject({ object: z.literal('list'), data: z.array(z.looseObject({})) }),
}

const CHARACTER_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/characters',
    operationId: 'listCharacters',
    tag: 'Characters',
    summary: 'List public characters',
    access: 'key',
    parameters: queryParameters(characterQuerySchema, {
      search: 'Text in the name, slug or description.',
      categories: 'Any of these categories: repeat the parameter or separate by commas.',
      tags: 'Any of these tags: repeat the parameter or separate by commas.',
      modelId: 'Written for any of these models: repeat the parameter or separate by commas.',
      isAdult: 'Whether it is for adults.',
      isPro: 'Whether it is for Pro users.',
      isWebEnabled: 'Whether it may search the web.',
      sortBy: 'Sort key.',
      sortOrder: 'Sort order.',
      limit: 'Characters per page.',
      offset: 'Characters to skip.',
    }),
    answers: { 'application/json': CHARACTERS },
    headers: ['pagination'],
    errors: [400],
  },
  {
    method: 'get',
    path: '/characters/{slug}',
    operationId: 'getCharacter',
    tag: 'Characters',
    summary: 'Get one character',
    access: 'key',
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: 'Public ID of a character, such as ada.',
        schema: z.string(),
      },
    ],
    answers: { 'application/json': CHARACTER },
    errors: [404],
  },
]

const TYPE: Parameter = {
  name: 'type',
  in: 'query',
  description: 'Model type to list; code lists models optimized for code.',
  schema: z.enum(MODEL_TYPES),
  default: 'text',
}

const common = {
  method: 'get',
  tag: 'Models',
  access: 'anyone',
  parameters: [TYPE],
  errors: [400],
} as const

const MODEL_OPERATIONS: readonly Operation[] = [
  {
    ...common,
    path: '/models',
    operationId: 'listModels',
    summary: 'List models',
    answers: { 'application/json': { name: 'ModelList', schema: modelListSchema } },
  },
  {
    ...common,
    path: '/models/traits',
    operationId: 'listModelTraits',
    summary: 'List traits and the models they resolve to',
    answers: { 'application/json': { name: 'ModelTraits', schema: traitsResponseSchema } },
  },
  {
    ...common,
    path: '/models/compatibility_mapping',
    operationId: 'listCompatibilityMapping',
    summary: 'List IDs of other vendors and the models they resolve to',
    answers: {
      'application/json': {
        name: 'CompatibilityMapping',
        schema: compatibilityMappingResponseSchema,
      },
    },
  },
]

const EDIT: NamedSchema = {
  name: 'ImageEditRequest',
  schema: editRequestSchema,
  fields: editFields,
}

const EDIT_FORM: NamedSchema = {
  name: 'ImageEditForm',
  // A schema of its own: a schema is known by one name.
  schema: z.looseObject(editRequestSchema.shape),
  fields: editFields,
  files: ['image'],
}

/** 256 × 256 pixels of one color: a PNG, the smallest image that can be edited. */
const SMALL_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAAA1BMVEUAgIBxQSaxAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAH0lEQVRo3u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAvg0hAAABfxmcpwAAAABJRU5ErkJggg=='

const IMAGE_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/image/edit',
    operationId: 'editImage',
    tag: 'Image',
    summary: 'Edit an image',
    description: 'Experimental. Returns the edited image as a file.',
    access: 'key or wallet',
    body: {
      'application/json': { schema: EDIT, example: { image: SMALL_PICTURE, prompt: 'grayscale' } },
      'multipart/form-data': {
        schema: EDIT_FORM,
        example: { image: SMALL_PICTURE, prompt: 'grayscale' },
      },
    },
    answers: { 'image/png': 'bytes', 'image/jpeg': 'bytes', 'image/webp': 'bytes' },
    headers: ['model', 'rate-limit', 'balance', 'content-safety'],
    errors: [404, 422, 503, 504],
  },
]

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

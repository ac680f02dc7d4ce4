import { z } from '../../../../contract/zod.ts'
import type { Operation } from '../openapi/operation.ts'
import {
  generateFields,
  generateRequestSchema,
  generationsFields,
  generationsRequestSchema,
} from './generate-request.ts'

const generatedSchema = z.looseObject({
  id: z.string(),
  images: z.array(z.string()),
  timing: z.looseObject({ total: z.number() }),
})

const generationsSchema = z.looseObject({
  created: z.int(),
  data: z.array(
    z.looseObject({ b64_json: z.exactOptional(z.string()), url: z.exactOptional(z.string()) }),
  ),
})

const stylesSchema = z.looseObject({ object: z.literal('list'), data: z.array(z.string()) })

const common = {
  method: 'post',
  tag: 'Image',
  access: 'key or wallet',
  headers: ['model', 'rate-limit', 'balance', 'content-safety'],
  errors: [404, 422, 503, 504],
} as const

/** Image generation. */
export const IMAGE_GENERATION_OPERATIONS: readonly Operation[] = [
  {
    ...common,
    path: '/image/generate',
    operationId: 'generateImage',
    summary: 'Generate images',
    description: 'Returns base64 images in JSON, or with return_binary one image as a file.',
    body: {
      'application/json': {
        schema: { name: 'ImageRequest', schema: generateRequestSchema, fields: generateFields },
        example: {
          model: 'sandbox-image',
          prompt: 'A red house and three trees by the sea at sunset',
          width: 1024,
          height: 768,
        },
      },
    },
    answers: {
      'application/json': { name: 'GeneratedImages', schema: generatedSchema },
      'image/webp': 'bytes',
      'image/png': 'bytes',
      'image/jpeg': 'bytes',
    },
  },
  {
    ...common,
    path: '/images/generations',
    operationId: 'createImages',
    summary: 'Create image (OpenAI format)',
    body: {
      'application/json': {
        schema: {
          name: 'ImagesRequest',
          schema: generationsRequestSchema,
          fields: generationsFields,
        },
        example: { model: 'sandbox-image', prompt: 'Five yellow stars at night', size: '512x512' },
      },
    },
    answers: { 'application/json': { name: 'Images', schema: generationsSchema } },
  },
  {
    method: 'get',
    path: '/image/styles',
    operationId: 'listImageStyles',
    tag: 'Image',
    summary: 'List image styles',
    access: 'anyone',
    answers: { 'application/json': { name: 'ImageStyles', schema: stylesSchema } },
  },
]

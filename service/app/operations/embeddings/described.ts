import { z } from '../../../../contract/zod.ts'
import type { Operation } from '../openapi/operation.ts'
import { embeddingFields, embeddingRequestSchema } from './embeddings-request.ts'

const responseSchema = z.looseObject({
  object: z.literal('list'),
  data: z.array(
    z.looseObject({
      object: z.literal('embedding'),
      index: z.int(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  model: z.string(),
  usage: z.looseObject({ prompt_tokens: z.int(), total_tokens: z.int() }),
})

/** `POST /embeddings`. */
export const EMBEDDINGS: Operation = {
  method: 'post',
  path: '/embeddings',
  operationId: 'createEmbeddings',
  tag: 'Embeddings',
  summary: 'Create embeddings',
  description: 'Vectors have length 1, so their dot product is their cosine similarity.',
  access: 'key or wallet',
  body: {
    'application/json': {
      schema: { name: 'EmbeddingRequest', schema: embeddingRequestSchema, fields: embeddingFields },
      example: { model: 'sandbox-embedding', input: ['A red apple', 'A green apple'] },
    },
  },
  answers: { 'application/json': { name: 'EmbeddingList', schema: responseSchema } },
  headers: ['model', 'rate-limit', 'balance'],
  errors: [404, 503, 504],
}

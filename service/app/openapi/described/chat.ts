import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import { chatRequestSchema } from '../../../../contract/chat/request/request.ts'
import { chatCompletionSchema } from '../../../../contract/chat/response.ts'
import { chatCompletionChunkSchema } from '../../../../contract/chat/stream-chunk.ts'
import type { Operation } from '../operation.ts'

/** Text inference. */
export const CHAT_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/chat/completions',
    operationId: 'createChatCompletion',
    tag: 'Chat',
    summary: 'Complete a conversation',
    description:
      'With stream=true the answer is a text/event-stream of chunks that ends with data: [DONE].',
    access: 'key or wallet',
    body: {
      'application/json': {
        schema: { name: 'ChatRequest', schema: chatRequestSchema, fields: chatFields },
        example: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Say hello.' }] },
      },
    },
    answers: {
      'application/json': { name: 'ChatCompletion', schema: chatCompletionSchema },
      'text/event-stream': { name: 'ChatCompletionChunk', schema: chatCompletionChunkSchema },
    },
    headers: ['model', 'rate-limit', 'balance'],
    errors: [404, 422, 503, 504],
  },
]

import { expect, test } from 'vitest'

import { readServiceError } from './read-service-error.ts'

const kindOf = (status: number, body: unknown) =>
  readServiceError({ status, headers: [], body, route: '/chat/completions' }).kind

test.each([
  [404, { error: 'Model not found: "x". List models with GET /models.', code: 'MODEL_NOT_FOUND' }],
  [
    404,
    { error: { message: 'model "x:1.5b" not found, try pulling it first', type: 'api_error' } },
  ],
  [404, { error: { message: 'The model `x` does not exist.', code: 'model_not_found' } }],
  [404, { message: 'The model `x` does not exist.', type: 'NotFoundError', code: 404 }],
  [400, { error: { message: 'x is not a valid model ID', code: 400 } }],
  [400, { error: { message: 'Invalid model: x', type: 'invalid_model' } }],
  [500, { error: { message: "Model 'x' not found" } }],
])('behavior: %i of an API that has no such model is told as that: %j', (status, body) => {
  expect(kindOf(status, body)).toBe('model_not_found')
})

test.each([
  [404, { error: 'Unknown endpoint: POST /nothing' }, 'not_found'],
  [404, { error: 'Character not found', code: 'CHARACTER_NOT_FOUND' }, 'not_found'],
  [400, { error: 'The model does not support images' }, 'invalid_request'],
  [400, { error: 'Invalid model parameters' }, 'invalid_request'],
  [500, { error: 'The model crashed' }, 'inference_failed'],
  [503, { error: 'Model not found on any worker' }, 'at_capacity'],
])('%i of anything else stays what it was: %j', (status, body, kind) => {
  expect(kindOf(status, body)).toBe(kind)
})

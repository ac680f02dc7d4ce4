import { rateLimitsResponseSchema } from '../../../../contract/limits/rate-limits-response.ts'
import { z } from '../../../../contract/zod.ts'
import type { Operation } from '../operation.ts'

/** What a key may do, and this document. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/api_keys/rate_limits',
    operationId: 'getRateLimits',
    tag: 'Account',
    summary: 'Get the limits and balances of the key',
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

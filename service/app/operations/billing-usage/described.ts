import type { Operation } from '../../openapi/operation.ts'
import { queryParameters } from '../../openapi/query-parameters.ts'
import { USAGE_PAGE_SIZE, usageQuerySchema } from './usage-query.ts'
import { usageResponseSchema } from './usage-response.ts'

/** `GET /billing/usage`. */
export const BILLING_USAGE: Operation = {
  method: 'get',
  path: '/billing/usage',
  operationId: 'listUsage',
  tag: 'Account',
  summary: 'List what the key was charged',
  description: 'With the header Accept: text/csv the page is a CSV file.',
  access: 'key',
  parameters: queryParameters(
    usageQuerySchema,
    {
      currency: 'Charges in this currency only.',
      startDate: 'The first day or moment, ISO 8601; a day is one of UTC.',
      endDate: 'The last day or moment, ISO 8601, included.',
      limit: 'Charges on a page.',
      page: 'The number of the page, from 1.',
      sortOrder: 'Oldest or newest first.',
    },
    { limit: USAGE_PAGE_SIZE.default, page: 1, sortOrder: 'desc' },
  ),
  answers: {
    'application/json': { name: 'Usage', schema: usageResponseSchema },
    'text/csv': 'text',
  },
  headers: ['pagination'],
  errors: [400],
}

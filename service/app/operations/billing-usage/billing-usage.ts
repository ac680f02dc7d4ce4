import type { Authenticator } from '../../auth/authenticate.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { validationError } from '../../http/http-error.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { sendJson, sendText } from '../../http/send-json.ts'
import { varyBy } from '../../http/set-headers.ts'
import type { Ledger } from '../../money/ledger.ts'
import type { Operation } from '../openapi/operation.ts'
import { queryParameters } from '../openapi/query-parameters.ts'
import { readUsageQuery, USAGE_PAGE_SIZE, usageQuerySchema } from './usage-query.ts'
import { usageCsv, usageResponse, usageResponseSchema } from './usage-response.ts'

/** What the usage list needs from the service. */
interface Services {
  authenticator: Authenticator
  ledger: Ledger
}

/** `GET /billing/usage`: what a key was charged, in pages, as JSON or CSV. API key only. */
export function billingUsage({ authenticator, ledger }: Services) {
  return async (context: AppContext): Promise<Response> => {
    const key = await authenticator.requireKey(context)
    const query = readUsageQuery(new URL(context.req.url).searchParams)
    if (!query.ok) throw validationError(query.issues)
    const found = await ledger.usage(key.id, query.value)
    const body = usageResponse(query.value, found)
    const headers = pageHeaders({ ...query.value, total: found.total })
    varyBy(context, 'Accept')
    if (!/\btext\/csv\b/i.test(context.req.header('accept') ?? ''))
      return sendJson(context, body, 200, headers)
    return sendText(context, usageCsv(body), 'text/csv; charset=utf-8', 200, {
      ...headers,
      'Content-Disposition': 'attachment; filename="billing-usage.csv"',
    })
  }
}

/** How the OpenAPI document describes it. */
export const BILLING_USAGE: Operation = {
  method: 'get',
  path: '/billing/usage',
  operationId: 'listUsage',
  tag: 'Account',
  summary: 'List usage',
  description: 'With Accept: text/csv, the page is returned as CSV.',
  access: 'key',
  parameters: queryParameters(
    usageQuerySchema,
    {
      currency: 'Only charges in this currency.',
      startDate: 'Start of the range, ISO 8601 date (UTC) or time.',
      endDate: 'End of the range, inclusive, ISO 8601 date (UTC) or time.',
      limit: 'Charges per page.',
      page: 'Page number, from 1.',
      sortOrder: 'Sort order by time.',
    },
    { limit: USAGE_PAGE_SIZE.default, page: 1, sortOrder: 'desc' },
  ),
  answers: {
    'application/json': { name: 'BillingUsage', schema: usageResponseSchema },
    'text/csv': 'text',
  },
  headers: ['pagination'],
  errors: [400],
}

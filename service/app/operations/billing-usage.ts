import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import { type Validation, validate } from '../../../contract/validation.ts'
import { z } from '../../../contract/zod.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { AppContext } from '../http/app-environment.ts'
import { validationError } from '../http/http-error.ts'
import { pageHeaders, sendJson, sendText, varyBy } from '../http/respond.ts'
import type { Ledger, UsageEntry, UsageQuery } from '../money/ledger.ts'
import { type Operation, queryParameters } from './openapi/json-schema.ts'

/** Charges on a page: when not said, and at most. */
const USAGE_PAGE_SIZE = { default: 200, max: 500 } as const

const DAY_MS = 86_400_000
const MAX_PAGES = 1_000_000
/** Times beyond it are not dates any more, ms. */
const END_OF_TIME = 8_640_000_000_000_000

const moment = z
  .string()
  .check(
    z.refine((text) => timeOf(text) !== undefined, {
      error: 'must be an ISO 8601 date such as 2026-11-20, or a time such as 2026-11-20T12:00:00Z',
    }),
  )

const usageQuerySchema = z.object({
  currency: z.exactOptional(z.enum(['USD', 'DIEM'])),
  startDate: z.exactOptional(moment),
  endDate: z.exactOptional(moment),
  limit: z.exactOptional(z.int().check(z.gte(1), z.lte(USAGE_PAGE_SIZE.max))),
  page: z.exactOptional(z.int().check(z.gte(1), z.lte(MAX_PAGES))),
  sortOrder: z.exactOptional(z.enum(['asc', 'desc'])),
})

/** What is asked for: which charges, and the number of the page from 1. */
type UsagePage = UsageQuery & { page: number }

/** Reads the query of `GET /billing/usage`. A date without a time is the whole day, in UTC. */
function readUsageQuery(given: URLSearchParams): Validation<UsagePage> {
  const entries = [...given].map(([name, text]): [string, unknown] => [
    name,
    ['limit', 'page'].includes(name) && /^\d{1,9}$/.test(text) ? Number(text) : text,
  ])
  const validated = validate(usageQuerySchema, Object.fromEntries(entries))
  if (!validated.ok) return validated
  const { currency, startDate, endDate, sortOrder = 'desc' } = validated.value
  const { limit = USAGE_PAGE_SIZE.default, page = 1 } = validated.value
  const from = startDate === undefined ? 0 : (timeOf(startDate) ?? 0)
  const to = endDate === undefined ? END_OF_TIME : endOf(endDate)
  if (from >= to) {
    const message = `endDate is ${JSON.stringify(endDate)}, but must be after startDate, ${JSON.stringify(startDate)}.`
    return { ok: false, issues: [{ path: ['endDate'], code: 'custom', message }] }
  }
  return {
    ok: true,
    value: { currency, from, to, order: sortOrder, limit, page, offset: (page - 1) * limit },
  }
}

const FORM = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

function timeOf(text: string): number | undefined {
  const time = FORM.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Exclusive: the end of a day, or the millisecond after a time. */
function endOf(text: string): number {
  return (timeOf(text) ?? 0) + (text.includes('T') ? 1 : DAY_MS)
}

const chargeSchema = z.looseObject({
  /** ISO 8601. */
  timestamp: z.string(),
  /** What was used: the id of a model, or the name of a network. */
  sku: z.string(),
  pricePerUnitUsd: z.number(),
  units: z.number(),
  /** Negative: it was taken from the credit. */
  amount: z.number(),
  currency: z.enum(['USD', 'DIEM']),
  notes: z.string(),
  inferenceDetails: z.nullable(
    z.looseObject({
      requestId: z.string(),
      promptTokens: z.nullable(z.number()),
      completionTokens: z.nullable(z.number()),
      inferenceExecutionTime: z.nullable(z.number()),
    }),
  ),
})

const usageResponseSchema = z.looseObject({
  data: z.array(chargeSchema),
  pagination: z.looseObject({
    limit: z.number(),
    page: z.number(),
    total: z.number(),
    totalPages: z.number(),
  }),
})

type UsageResponse = z.infer<typeof usageResponseSchema>

/** One page of charges as JSON has it. The unit is one request: that is how the ledger books. */
function usageResponse(
  { limit, page }: UsagePage,
  { total, entries }: { total: number; entries: readonly UsageEntry[] },
): UsageResponse {
  return {
    data: entries.map(chargeOf),
    pagination: { limit, page, total, totalPages: Math.ceil(total / limit) },
  }
}

function chargeOf(entry: UsageEntry): UsageResponse['data'][number] {
  const price = entry.amount / MICRO_USD_PER_USD
  const hasTokens = entry.promptTokens + entry.completionTokens > 0
  return {
    timestamp: new Date(entry.createdAt).toISOString(),
    sku: entry.model ?? 'unknown',
    pricePerUnitUsd: price,
    units: 1,
    amount: -price,
    currency: entry.currency,
    notes: 'API request',
    inferenceDetails: {
      requestId: entry.reference,
      promptTokens: hasTokens ? entry.promptTokens : null,
      completionTokens: hasTokens ? entry.completionTokens : null,
      inferenceExecutionTime: null,
    },
  }
}

const COLUMNS = [
  'timestamp',
  'sku',
  'pricePerUnitUsd',
  'units',
  'amount',
  'currency',
  'notes',
  'requestId',
  'promptTokens',
  'completionTokens',
] as const

/** The same page as CSV (RFC 4180): a line of names, then a line for each charge. */
function usageCsv({ data }: UsageResponse): string {
  const lines = data.map((charge) => {
    const { inferenceDetails: details, ...rest } = charge
    const values: Readonly<Record<string, unknown>> = { ...rest, ...details }
    return COLUMNS.map((name) => cell(values[name]))
  })
  return [COLUMNS, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  // A spreadsheet runs what begins like a formula; an apostrophe makes it text.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

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

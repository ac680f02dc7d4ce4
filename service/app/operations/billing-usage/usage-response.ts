import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import { z } from '../../../../contract/zod.ts'
import type { UsageEntry } from '../../money/ledger.ts'
import type { UsagePage } from './usage-query.ts'

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

/** The 200 of `GET /billing/usage`. */
export const usageResponseSchema = z.looseObject({
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
export function usageResponse(
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
export function usageCsv({ data }: UsageResponse): string {
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

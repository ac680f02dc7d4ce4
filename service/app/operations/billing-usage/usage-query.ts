import { validate, type Validation } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import type { UsageQuery } from '../../money/ledger.ts'

/** Charges on a page: when not said, and at most. */
export const USAGE_PAGE_SIZE = { default: 200, max: 500 } as const

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

/** The query of `GET /billing/usage`. */
export const usageQuerySchema = z.object({
  currency: z.exactOptional(z.enum(['USD', 'DIEM'])),
  startDate: z.exactOptional(moment),
  endDate: z.exactOptional(moment),
  limit: z.exactOptional(z.int().check(z.gte(1), z.lte(USAGE_PAGE_SIZE.max))),
  page: z.exactOptional(z.int().check(z.gte(1), z.lte(MAX_PAGES))),
  sortOrder: z.exactOptional(z.enum(['asc', 'desc'])),
})

/** What is asked for: which charges, and the number of the page from 1. */
export type UsagePage = UsageQuery & { page: number }

/** Reads the query of `GET /billing/usage`. A date without a time is the whole day, in UTC. */
export function readUsageQuery(given: URLSearchParams): Validation<UsagePage> {
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

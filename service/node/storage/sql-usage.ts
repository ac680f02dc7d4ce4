import type { UsageEntry, UsageQuery } from '../../app/billing/ledger.ts'
import { numberMember, textMember, type RunSql } from './sql-database.ts'

const CHARGES = `
  FROM entries e JOIN postings p ON p.entry = e.id
  WHERE e.owner = $1 AND p.account = $2 AND e.kind = 'charge'
    AND e.created_at >= $3 AND e.created_at < $4 AND ($5 = '' OR p.currency = $5)`

const COUNT = `SELECT CAST(COUNT(*) AS BIGINT) AS total ${CHARGES}`

const PAGE = { asc: pageOf('ASC'), desc: pageOf('DESC') }

function pageOf(order: string): string {
  return `
    SELECT e.reference, e.model, e.prompt_tokens, e.completion_tokens, e.created_at, p.currency, p.amount
    ${CHARGES} ORDER BY e.id ${order}, p.currency LIMIT $6 OFFSET $7`
}

/** One page of the charges that were posted to an account, and how many there are. */
export async function readUsage(
  read: RunSql,
  owner: string,
  account: string,
  { from, to, currency, order, limit, offset }: UsageQuery,
): Promise<{ total: number; entries: UsageEntry[] }> {
  const which = [owner, account, from, to, currency ?? '']
  const [counts, rows] = await Promise.all([
    read(COUNT, which),
    read(PAGE[order], [...which, limit, offset]),
  ])
  const entries = rows.map((row): UsageEntry => ({
    reference: textMember(row, 'reference') ?? '',
    model: textMember(row, 'model'),
    promptTokens: numberMember(row, 'prompt_tokens') ?? 0,
    completionTokens: numberMember(row, 'completion_tokens') ?? 0,
    currency: textMember(row, 'currency') === 'DIEM' ? 'DIEM' : 'USD',
    amount: -(numberMember(row, 'amount') ?? 0),
    createdAt: numberMember(row, 'created_at') ?? 0,
  }))
  return { total: numberMember(counts[0], 'total') ?? 0, entries }
}

import type {
  Balance,
  Currency,
  Grant,
  Ledger,
  Movement,
  UsageEntry,
  UsageQuery,
} from '../../app/money/ledger.ts'
import { createChargeRecorder, creditAccount, readBalance } from './sql-charges.ts'
import { numberMember, type RunSql, type SqlDatabase, textMember } from './sql-database.ts'

interface Entry {
  reference: string
  kind: Movement['kind']
  owner: string
  model: string | null
  promptTokens: number | null
  completionTokens: number | null
}

/** Credit moves between what an owner holds and an account of the service. */
interface Transfer {
  currency: Currency
  /** What the owner gets; negative is taken. */
  amount: number
  against: 'issuance'
}

/**
 * The ledger in a database. What an owner holds is kept beside the postings and changed in the same
 * transaction; what the service's own accounts hold is not, since every request would wait for that row.
 */
export function createLedger(database: SqlDatabase, now: () => number = Date.now): Ledger {
  const recordWithOthers = createChargeRecorder(database, now)
  return {
    grant: async (grant) => {
      checkAmounts(grant.microUsd, grant.microDiem)
      await database.transaction((run) => recordGrant(run, grant, now()))
    },
    charge: async (charge) => {
      checkAmounts(charge.microUsd)
      return recordWithOthers(charge)
    },
    balance: (owner) => readBalance(database.read, owner),
    movements: async (owner, { limit, offset }) => {
      const rows = await database.read(MOVEMENTS, [owner, creditAccount(owner), limit, offset])
      return rows.map((row) => ({
        id: numberMember(row, 'id') ?? 0,
        kind: textMember(row, 'kind') === 'charge' ? 'charge' : 'grant',
        reference: textMember(row, 'reference') ?? '',
        model: textMember(row, 'model'),
        microUsd: numberMember(row, 'amount') ?? 0,
        balanceAfter: numberMember(row, 'balance_after') ?? 0,
        createdAt: numberMember(row, 'created_at') ?? 0,
      }))
    },
    usage: (owner, query) => readUsage(database.read, owner, creditAccount(owner), query),
  }
}

/** Writes a grant down as part of a transaction; resolves to what the owner holds then. */
export async function recordGrant(run: RunSql, grant: Grant, at: number): Promise<Balance> {
  const { reference, owner, microUsd, microDiem } = grant
  checkAmounts(microUsd, microDiem)
  await record(
    run,
    { reference, kind: 'grant', owner, model: null, promptTokens: null, completionTokens: null },
    [
      { currency: 'USD', amount: microUsd, against: 'issuance' },
      { currency: 'DIEM', amount: microDiem, against: 'issuance' },
    ],
    at,
  )
  return readBalance(run, owner)
}

// Counted back from what the owner holds now, so that a page reads no further than its end.
const MOVEMENTS = `
  WITH latest AS (
    SELECT e.id, e.kind, e.reference, e.model, e.created_at, p.amount
    FROM entries e JOIN postings p ON p.entry = e.id
    WHERE e.owner = $1 AND p.account = $2 AND p.currency = 'USD'
    ORDER BY e.id DESC LIMIT CAST($3 AS BIGINT) + CAST($4 AS BIGINT)
  )
  SELECT latest.*, CAST(
    (SELECT amount FROM balances WHERE account = $2 AND currency = 'USD')
      - SUM(amount) OVER (ORDER BY id DESC) + amount AS BIGINT) AS balance_after
  FROM latest ORDER BY id DESC LIMIT $3 OFFSET $4`

const ADD_ENTRY = `
  INSERT INTO entries (reference, kind, owner, model, prompt_tokens, completion_tokens, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (reference) DO NOTHING RETURNING id`

const ADD_POSTINGS = `
  INSERT INTO postings (entry, account, currency, amount) VALUES ($1, $2, $3, $4), ($1, $5, $3, $6)`

const MOVE_BALANCE = `
  INSERT INTO balances (account, currency, amount) VALUES ($1, $2, $3)
  ON CONFLICT (account, currency) DO UPDATE SET amount = balances.amount + excluded.amount
  RETURNING amount`

/** What the owner holds after the last transfer; undefined when nothing was moved. */
async function record(
  run: RunSql,
  entry: Entry,
  transfers: readonly Transfer[],
  at: number,
): Promise<number | undefined> {
  const { reference, kind, owner, model, promptTokens, completionTokens } = entry
  const values = [reference, kind, owner, model, promptTokens, completionTokens, at]
  const id = numberMember((await run(ADD_ENTRY, values))[0], 'id')
  // An entry with this reference was there before.
  if (id === undefined) return undefined
  let left: number | undefined
  const account = creditAccount(owner)
  for (const { currency, amount, against } of transfers) {
    if (amount === 0) continue
    await run(ADD_POSTINGS, [id, account, currency, amount, against, -amount])
    left = numberMember((await run(MOVE_BALANCE, [account, currency, amount]))[0], 'amount')
  }
  return left
}

function checkAmounts(...amounts: readonly number[]): void {
  for (const amount of amounts)
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new RangeError(`An amount must be an integer of millionths, not ${amount}`)
}

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
async function readUsage(
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

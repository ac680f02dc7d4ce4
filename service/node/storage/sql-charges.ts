import type { Charge } from '../../app/billing/ledger.ts'
import { StorageUnavailable } from '../../app/storage/storage-unavailable.ts'
import { creditAccount, readBalance } from './sql-accounts.ts'
import { numberMember, textMember, type RunSql, type SqlDatabase } from './sql-database.ts'

/** A charge that waits to be written, and who waits for it. */
interface WaitingCharge {
  charge: Charge
  resolve: (left: number) => void
  reject: (error: unknown) => void
}

/** Rows of one statement at most: as many texts of it are kept prepared. */
const MOST_ROWS = 16

/**
 * Writes charges down; each resolves to what its owner holds after it, once that is durable. Charges that
 * wait together share one transaction and its statements.
 */
export function createChargeRecorder(
  database: SqlDatabase,
  now: () => number,
): (charge: Charge) => Promise<number> {
  let waiting: WaitingCharge[] = []
  const recordAlone = ({ charge, resolve, reject }: WaitingCharge) =>
    database
      .transaction((run) => recordCharges(run, [charge], now()))
      .then(([left = 0]) => resolve(left), reject)
  const recordAll = async (): Promise<void> => {
    let taken: WaitingCharge[] = []
    try {
      const lefts = await database.transaction(async (run) => {
        // Some more may have come before the transaction had its turn.
        taken.push(...waiting)
        waiting = []
        // In one order everywhere, so that few transactions wait for each other.
        taken.sort((a, b) =>
          a.charge.owner < b.charge.owner ? -1 : a.charge.owner > b.charge.owner ? 1 : 0,
        )
        return recordCharges(
          run,
          taken.map(({ charge }) => charge),
          now(),
        )
      })
      for (const [index, { resolve }] of taken.entries()) resolve(lefts[index] ?? 0)
    } catch (error) {
      if (taken.length === 0) {
        taken = waiting
        waiting = []
      }
      // One that cannot be written must not keep the others from it.
      if (taken.length > 1 && !(error instanceof StorageUnavailable))
        for (const one of taken) await recordAlone(one)
      else for (const { reject } of taken) reject(error)
    }
  }
  return (charge) =>
    new Promise((resolve, reject) => {
      waiting.push({ charge, resolve, reject })
      if (waiting.length === 1) void recordAll()
    })
}

/** Writes charges down in one transaction: what each owner holds after each of them. */
async function recordCharges(
  run: RunSql,
  charges: readonly Charge[],
  at: number,
): Promise<number[]> {
  const lefts: number[] = []
  for (let from = 0; from < charges.length; from += MOST_ROWS)
    lefts.push(...(await recordRows(run, charges.slice(from, from + MOST_ROWS), at)))
  return lefts
}

async function recordRows(run: RunSql, charges: readonly Charge[], at: number): Promise<number[]> {
  const values: (string | number)[] = []
  for (const { reference, owner, model, promptTokens, completionTokens } of charges)
    values.push(reference, 'charge', owner, model, promptTokens, completionTokens, at)
  const ids = new Map<string, number>()
  for (const row of await run(addEntries(charges.length), values))
    ids.set(textMember(row, 'reference') ?? '', numberMember(row, 'id') ?? 0)
  // A charge whose reference was there before, or comes twice, is not taken again.
  const moved = charges.map((charge) => {
    const id = charge.microUsd === 0 ? undefined : ids.get(charge.reference)
    ids.delete(charge.reference)
    return id === undefined ? undefined : { id, account: creditAccount(charge.owner) }
  })
  const postings: (string | number)[] = []
  const amounts = new Map<string, number>()
  for (const [index, { microUsd }] of charges.entries()) {
    const entry = moved[index]
    if (entry === undefined) continue
    postings.push(entry.id, entry.account, 'USD', -microUsd, entry.id, 'revenue', 'USD', microUsd)
    amounts.set(entry.account, (amounts.get(entry.account) ?? 0) - microUsd)
  }
  const held = new Map<string, number>()
  if (amounts.size > 0) {
    await run(addPostings(postings.length / 4), postings)
    const moves = [...amounts].flatMap(([account, amount]) => [account, 'USD', amount])
    for (const row of await run(moveBalances(amounts.size), moves))
      held.set(textMember(row, 'account') ?? '', numberMember(row, 'amount') ?? 0)
  }
  // Backwards from what is held after the last one.
  const lefts: number[] = charges.map(() => 0)
  for (let index = charges.length - 1; index >= 0; index -= 1) {
    const charge = charges[index]
    if (charge === undefined) continue
    const account = creditAccount(charge.owner)
    const after = held.get(account) ?? (await readBalance(run, charge.owner)).microUsd
    lefts[index] = after
    held.set(account, moved[index] === undefined ? after : after + charge.microUsd)
  }
  return lefts
}

function addEntries(rows: number): string {
  return `
  INSERT INTO entries (reference, kind, owner, model, prompt_tokens, completion_tokens, created_at)
  VALUES ${rowsOf(rows, 7)} ON CONFLICT (reference) DO NOTHING RETURNING id, reference`
}

function addPostings(rows: number): string {
  return `INSERT INTO postings (entry, account, currency, amount) VALUES ${rowsOf(rows, 4)}`
}

function moveBalances(rows: number): string {
  return `
  INSERT INTO balances (account, currency, amount) VALUES ${rowsOf(rows, 3)}
  ON CONFLICT (account, currency) DO UPDATE SET amount = balances.amount + excluded.amount
  RETURNING account, amount`
}

/** The places of so many rows: `($1, $2), ($3, $4)`. */
function rowsOf(rows: number, columns: number): string {
  return Array.from({ length: rows }, (_row, row) => {
    const places = Array.from({ length: columns }, (_place, at) => `$${row * columns + at + 1}`)
    return `(${places.join(', ')})`
  }).join(', ')
}

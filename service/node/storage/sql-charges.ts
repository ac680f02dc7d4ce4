import { StorageUnavailable } from '../../app/errors.ts'
import {
  type Balance,
  type Charge,
  type Charged,
  type Currency,
  splitPrice,
} from '../../app/money/ledger.ts'
import { numberMember, type RunSql, type SqlDatabase, textMember } from './sql-database.ts'

/** A charge that waits to be written, and who waits for it. */
interface WaitingCharge {
  charge: Charge
  resolve: (charged: Charged) => void
  reject: (error: unknown) => void
}

const NOTHING: Charged = { taken: { microUsd: 0, microDiem: 0 }, leftMicroUsd: 0 }

/** Rows of one statement at most: as many texts of it are kept prepared. */
const MOST_ROWS = 16

/**
 * Writes charges down; each resolves once that is durable. Charges that
 * wait together share one transaction and its statements.
 */
export function createChargeRecorder(
  database: SqlDatabase,
  now: () => number,
): (charge: Charge) => Promise<Charged> {
  let waiting: WaitingCharge[] = []
  const recordAlone = ({ charge, resolve, reject }: WaitingCharge) =>
    database
      .transaction((run) => recordCharges(run, [charge], now()))
      .then(([charged = NOTHING]) => resolve(charged), reject)
  const recordAll = async (): Promise<void> => {
    let taken: WaitingCharge[] = []
    try {
      const charged = await database.transaction(async (run) => {
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
      for (const [index, { resolve }] of taken.entries()) resolve(charged[index] ?? NOTHING)
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

async function recordCharges(
  run: RunSql,
  charges: readonly Charge[],
  at: number,
): Promise<Charged[]> {
  const charged: Charged[] = []
  for (let from = 0; from < charges.length; from += MOST_ROWS)
    charged.push(...(await recordRows(run, charges.slice(from, from + MOST_ROWS), at)))
  return charged
}

async function recordRows(run: RunSql, charges: readonly Charge[], at: number): Promise<Charged[]> {
  const values: (string | number)[] = []
  for (const { reference, owner, model, promptTokens, completionTokens } of charges)
    values.push(reference, 'charge', owner, model, promptTokens, completionTokens, at)
  const [entries, diem] = await Promise.all([
    run(addEntries(charges.length), values),
    heldDiem(run, charges),
  ])
  const ids = new Map<string, number>()
  for (const row of entries)
    ids.set(textMember(row, 'reference') ?? '', numberMember(row, 'id') ?? 0)
  const postings: (string | number)[] = []
  const moves = new Map<string, { account: string; currency: Currency; amount: number }>()
  const taken = charges.map(({ reference, owner, microUsd }): Balance => {
    const id = ids.get(reference)
    // A charge whose reference was there before, or comes twice, is not taken again.
    ids.delete(reference)
    if (id === undefined) return NOTHING.taken
    const account = creditAccount(owner)
    const parts = splitPrice(microUsd, diem.get(account) ?? 0)
    diem.set(account, (diem.get(account) ?? 0) - parts.microDiem)
    const take = (currency: Currency, amount: number) => {
      if (amount === 0) return
      postings.push(id, account, currency, -amount, id, 'revenue', currency, amount)
      const before = moves.get(currency + account)?.amount ?? 0
      moves.set(currency + account, { account, currency, amount: before - amount })
    }
    take('USD', parts.microUsd)
    take('DIEM', parts.microDiem)
    return parts
  })
  const held = new Map<string, number>()
  if (moves.size > 0) {
    await run(addPostings(postings.length / 4), postings)
    const moved = [...moves.values()].flatMap((move) => Object.values(move))
    for (const row of await run(moveBalances(moves.size), moved))
      if (textMember(row, 'currency') === 'USD')
        held.set(textMember(row, 'account') ?? '', numberMember(row, 'amount') ?? 0)
  }
  // Backwards from what is held after the last one.
  const charged: Charged[] = []
  for (const [index, { owner }] of [...charges.entries()].toReversed()) {
    const parts = taken[index] ?? NOTHING.taken
    const account = creditAccount(owner)
    const leftMicroUsd = held.get(account) ?? (await readBalance(run, owner)).microUsd
    held.set(account, leftMicroUsd + parts.microUsd)
    charged.unshift({ taken: parts, leftMicroUsd })
  }
  return charged
}

/** What the accounts of charges hold in DIEM, where they hold any: nobody else takes of it before the transaction ends. */
async function heldDiem(run: RunSql, charges: readonly Charge[]): Promise<Map<string, number>> {
  const accounts = charges.map(({ owner }) => creditAccount(owner))
  const places = accounts.map((_account, at) => `$${at + 1}`).join(', ')
  const rows = await run(
    `UPDATE balances SET amount = amount
     WHERE currency = 'DIEM' AND amount > 0 AND account IN (${places}) RETURNING account, amount`,
    accounts,
  )
  return new Map(
    rows.map((row) => [textMember(row, 'account') ?? '', numberMember(row, 'amount') ?? 0]),
  )
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
  RETURNING account, currency, amount`
}

/** The places of so many rows: `($1, $2), ($3, $4)`. */
function rowsOf(rows: number, columns: number): string {
  return Array.from({ length: rows }, (_row, row) => {
    const places = Array.from({ length: columns }, (_place, at) => `$${row * columns + at + 1}`)
    return `(${places.join(', ')})`
  }).join(', ')
}

/** The account that holds an owner's credit. */
export function creditAccount(owner: string): string {
  return `credit:${owner}`
}

/** What an owner holds. */
export async function readBalance(run: RunSql, owner: string): Promise<Balance> {
  const rows = await run('SELECT currency, amount FROM balances WHERE account = $1', [
    creditAccount(owner),
  ])
  const amount = (currency: Currency) =>
    numberMember(
      rows.find((row) => textMember(row, 'currency') === currency),
      'amount',
    ) ?? 0
  return { microUsd: amount('USD'), microDiem: amount('DIEM') }
}

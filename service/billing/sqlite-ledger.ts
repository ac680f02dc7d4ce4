import { numberMember, textMember, type OpenDatabase } from '../storage/database.ts'
import type { Balance, Currency, Ledger, Movement } from './ledger.ts'

interface Posting {
  account: string
  currency: Currency
  amount: number
}

/** The account that holds an owner's credit. */
function creditAccount(owner: string): string {
  return `credit:${owner}`
}

/** The ledger in SQLite. Balances are kept beside the postings, changed in the same transaction. */
export function createSqliteLedger(database: OpenDatabase, now: () => number = Date.now): Ledger {
  const addEntry = database.prepare(
    `INSERT INTO entries (reference, kind, owner, model, prompt_tokens, completion_tokens, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (reference) DO NOTHING`,
  )
  const addPosting = database.prepare('INSERT INTO postings VALUES (?, ?, ?, ?)')
  const moveBalance = database.prepare(
    `INSERT INTO balances VALUES (?, ?, ?)
     ON CONFLICT (account, currency) DO UPDATE SET amount = amount + excluded.amount`,
  )
  const readBalance = database.prepare(
    'SELECT amount FROM balances WHERE account = ? AND currency = ?',
  )

  const readMovements = database.prepare(
    `SELECT e.id, e.kind, e.reference, e.model, e.created_at, p.amount,
       SUM(p.amount) OVER (ORDER BY e.id) AS balance_after
     FROM entries e JOIN postings p ON p.entry = e.id
     WHERE e.owner = ? AND p.account = ? AND p.currency = 'USD'
     ORDER BY e.id DESC LIMIT ? OFFSET ?`,
  )

  const record = database.transaction(
    (entry: unknown[], postings: Posting[], alongside?: () => void) => {
      const { changes, lastInsertRowid } = addEntry.run(...entry)
      for (const { account, currency, amount } of changes === 0 ? [] : postings) {
        addPosting.run(lastInsertRowid, account, currency, amount)
        moveBalance.run(account, currency, amount)
      }
      alongside?.()
    },
  )

  const balance = (owner: string): Balance => ({
    microUsd: amount(owner, 'USD'),
    microDiem: amount(owner, 'DIEM'),
  })
  const amount = (owner: string, currency: Currency) =>
    numberMember(readBalance.get(creditAccount(owner), currency), 'amount') ?? 0

  return {
    grant: ({ reference, owner, microUsd, microDiem }, alongside) => {
      record.immediate(
        [reference, 'grant', owner, null, null, null, now()],
        [
          ...transfer('issuance', creditAccount(owner), 'USD', microUsd),
          ...transfer('issuance', creditAccount(owner), 'DIEM', microDiem),
        ],
        alongside && (() => alongside(balance(owner))),
      )
    },
    charge: ({ reference, owner, model, promptTokens, completionTokens, microUsd }) => {
      record.immediate(
        [reference, 'charge', owner, model, promptTokens, completionTokens, now()],
        transfer(creditAccount(owner), 'revenue', 'USD', microUsd),
      )
    },
    balance,
    movements: (owner, { limit, offset }) =>
      readMovements.all(owner, creditAccount(owner), limit, offset).map(movementOf),
  }
}

function movementOf(row: unknown): Movement {
  return {
    id: numberMember(row, 'id') ?? 0,
    kind: textMember(row, 'kind') === 'charge' ? 'charge' : 'grant',
    reference: textMember(row, 'reference') ?? '',
    model: textMember(row, 'model'),
    microUsd: numberMember(row, 'amount') ?? 0,
    balanceAfter: numberMember(row, 'balance_after') ?? 0,
    createdAt: numberMember(row, 'created_at') ?? 0,
  }
}

function transfer(from: string, to: string, currency: Currency, amount: number): Posting[] {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`An amount must be a whole number of millionths, not ${amount}`)
  if (amount === 0) return []
  return [
    { account: from, currency, amount: -amount },
    { account: to, currency, amount },
  ]
}

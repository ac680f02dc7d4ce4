import { numberMember, type OpenDatabase } from '../storage/database.ts'
import type { Currency, Ledger } from './ledger.ts'

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

  const record = database.transaction((entry: unknown[], postings: Posting[]) => {
    const { changes, lastInsertRowid } = addEntry.run(...entry)
    if (changes === 0) return
    for (const { account, currency, amount } of postings) {
      addPosting.run(lastInsertRowid, account, currency, amount)
      moveBalance.run(account, currency, amount)
    }
  })

  const amount = (owner: string, currency: Currency) =>
    numberMember(readBalance.get(creditAccount(owner), currency), 'amount') ?? 0

  return {
    grant: ({ reference, owner, microUsd, microDiem }) => {
      record.immediate(
        [reference, 'grant', owner, null, null, null, now()],
        [
          ...transfer('issuance', creditAccount(owner), 'USD', microUsd),
          ...transfer('issuance', creditAccount(owner), 'DIEM', microDiem),
        ],
      )
    },
    charge: ({ reference, owner, model, promptTokens, completionTokens, microUsd }) => {
      record.immediate(
        [reference, 'charge', owner, model, promptTokens, completionTokens, now()],
        transfer(creditAccount(owner), 'revenue', 'USD', microUsd),
      )
    },
    balance: (owner) => ({ microUsd: amount(owner, 'USD'), microDiem: amount(owner, 'DIEM') }),
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

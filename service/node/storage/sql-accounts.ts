import type { Balance, Currency } from '../../app/money/ledger.ts'
import { numberMember, textMember, type RunSql } from './sql-database.ts'

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

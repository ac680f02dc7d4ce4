import type { Transaction } from '../../../../contract/wallet/transactions.ts'
import { formatCsv } from '../../format/csv.ts'

const COLUMNS = [
  'createdAt',
  'type',
  'amount',
  'balanceAfter',
  'modelId',
  'requestId',
  'id',
] as const

/** Transactions as CSV (RFC 4180): times and amounts as the service sent them. */
export function transactionsCsv(transactions: readonly Transaction[]): string {
  return formatCsv([
    COLUMNS,
    ...transactions.map((transaction) => COLUMNS.map((column) => transaction[column])),
  ])
}

import type { Transaction } from '../../../../contract/wallet/transactions.ts'

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
  const rows = transactions.map((transaction) =>
    COLUMNS.map((column) => cell(transaction[column])).join(','),
  )
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A text that begins like a formula would be run by a spreadsheet.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

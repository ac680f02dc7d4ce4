import { microUsdFrom } from '../../../../contract/money.ts'
import type { Transaction } from '../../../../contract/wallet/balance.ts'
import { formatCsv } from '../../format/csv.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { dayOf, type DaySpending } from '../../storage/spending/spending.ts'

/** A payment that this browser made, or a transaction of the wallet as its API lists it. */
type ActivityRow =
  | { kind: 'payment'; at: number; payment: PaymentIntent }
  | { kind: 'transaction'; at: number; transaction: Transaction }

/** What happened on a day. */
export interface ActivityDay {
  /** As `2026-11-23`, in the time zone of this browser. */
  day: string
  /** What its requests cost, micro-USD, and the part of it that is estimated. */
  microUsd: number
  estimatedMicroUsd: number
  /** The latest first. */
  rows: readonly ActivityRow[]
}

/** Payments, transactions and what requests cost, by day, the latest first. */
export function activityDays(
  spending: readonly DaySpending[],
  payments: readonly PaymentIntent[],
  transactions: readonly Transaction[],
): ActivityDay[] {
  const days = new Map<string, ActivityDay>()
  const change = (day: string, to: (before: ActivityDay) => Partial<ActivityDay>) => {
    const before = days.get(day) ?? { day, microUsd: 0, estimatedMicroUsd: 0, rows: [] }
    days.set(day, { ...before, ...to(before) })
  }
  for (const { day, microUsd, estimatedMicroUsd = 0 } of spending)
    change(day, (before) => ({
      microUsd: before.microUsd + microUsd,
      estimatedMicroUsd: before.estimatedMicroUsd + estimatedMicroUsd,
    }))
  const rows: ActivityRow[] = [
    ...payments.map((payment) => ({ kind: 'payment' as const, at: payment.createdAt, payment })),
    ...transactions.map((transaction) => ({
      kind: 'transaction' as const,
      at: Date.parse(transaction.createdAt) || 0,
      transaction,
    })),
  ]
  for (const row of rows.toSorted((one, other) => other.at - one.at))
    change(dayOf(row.at), (before) => ({ rows: [...before.rows, row] }))
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? 1 : -1))
}

/** Charges of a wallet's transactions as spending, to be added up in the same way; refunds come off. */
export function chargesOf(
  transactions: readonly Transaction[],
  connection: { id: string; name: string },
): DaySpending[] {
  return transactions.flatMap(({ type, amount, createdAt, modelId }) => {
    const microUsd = -(microUsdFrom(amount) ?? 0)
    return type === 'TOP_UP' || microUsd === 0
      ? []
      : [
          {
            day: dayOf(Date.parse(createdAt) || 0),
            connectionId: connection.id,
            connectionName: connection.name,
            model: modelId ?? (type === 'REFUND' ? 'Refunds' : 'Other requests'),
            conversationId: '',
            microUsd,
            requests: type === 'CHARGE' ? 1 : 0,
          },
        ]
  })
}

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

import { microUsdFrom } from '../../../../contract/money.ts'
import type { Transaction } from '../../../../contract/wallet/balance.ts'
import { formatCsv } from '../../format/file-name.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { dayOf, daysBefore, type DaySpending } from '../../storage/spending/spending.ts'

/** What spending is listed by. */
export type SpendingGroup = 'day' | 'model' | 'connection' | 'conversation'

interface SpendingLine {
  /** What is listed, such as the ID of a conversation; unique. */
  key: string
  /** Text, whoever wrote it. */
  name: string
  microUsd: number
  /** The part of it that is estimated. */
  estimatedMicroUsd: number
  requests: number
}

/** The rows of the last days, today included; all of them without a number. */
export function spendingSince(
  rows: readonly DaySpending[],
  days: number | undefined,
  nowMs: number,
): DaySpending[] {
  const first = days === undefined ? '' : daysBefore(nowMs, days - 1)
  return rows.filter(({ day }) => day >= first)
}

/** Spending by day, the newest first, or by something else, the most first. */
export function spendingBy(
  group: SpendingGroup,
  rows: readonly DaySpending[],
  titles: ReadonlyMap<string, string>,
): SpendingLine[] {
  const lines = new Map<string, SpendingLine>()
  for (const row of rows) {
    const [key, name] = placeOf(group, row, titles)
    const before = lines.get(key) ?? { microUsd: 0, estimatedMicroUsd: 0, requests: 0 }
    lines.set(key, {
      key,
      name,
      microUsd: before.microUsd + row.microUsd,
      estimatedMicroUsd: before.estimatedMicroUsd + (row.estimatedMicroUsd ?? 0),
      requests: before.requests + row.requests,
    })
  }
  return [...lines.values()].toSorted((one, other) =>
    group === 'day' ? (one.key < other.key ? 1 : -1) : other.microUsd - one.microUsd,
  )
}

function placeOf(
  group: SpendingGroup,
  { day, model, connectionId, connectionName, conversationId }: DaySpending,
  titles: ReadonlyMap<string, string>,
): [key: string, name: string] {
  switch (group) {
    case 'day':
      return [day, day]
    case 'model':
      return [model, model]
    case 'connection':
      return [connectionId, connectionName]
    case 'conversation':
      return [
        conversationId,
        conversationId === ''
          ? 'Other requests'
          : (titles.get(conversationId) ?? 'Deleted conversation'),
      ]
  }
}

/** The amount of each of the last days, micro-USD, the earliest first and today last. */
export function spendingStrip(
  rows: readonly DaySpending[],
  days: number,
  nowMs: number,
): { day: string; microUsd: number }[] {
  const byDay = new Map<string, number>()
  for (const { day, microUsd } of rows) byDay.set(day, (byDay.get(day) ?? 0) + microUsd)
  return Array.from({ length: days }, (_, index) => {
    const day = daysBefore(nowMs, days - 1 - index)
    return { day, microUsd: byDay.get(day) ?? 0 }
  })
}

/** Rows as CSV (RFC 4180), with amounts in integer micro-USD. */
export function spendingCsv(
  rows: readonly DaySpending[],
  titles: ReadonlyMap<string, string>,
): string {
  return formatCsv([
    ['day', 'connection', 'model', 'conversation', 'requests', 'microUsd', 'estimatedMicroUsd'],
    ...rows.map((row) => [
      row.day,
      row.connectionName,
      row.model,
      row.conversationId === '' ? '' : placeOf('conversation', row, titles)[1],
      row.requests,
      row.microUsd,
      row.estimatedMicroUsd ?? 0,
    ]),
  ])
}

const DAY_MS = 86_400_000

/**
 * What a balance went down by on each of the last days, micro-USD, the earliest first and today last: by its
 * readings, oldest first. What it went up by in between is a top-up, and no charge.
 */
export function dailyCharges(
  readings: readonly { readonly at: number; readonly microUsd: number }[],
  nowMs: number,
  days = 7,
): number[] {
  const today = new Date(nowMs).setHours(0, 0, 0, 0)
  const charges = Array.from({ length: days }, () => 0)
  for (const [index, { at, microUsd }] of readings.entries()) {
    const before = readings[index - 1]?.microUsd ?? microUsd
    // Rounded: a day is an hour shorter or longer where the clocks change.
    const day = days - 1 - Math.round((today - new Date(at).setHours(0, 0, 0, 0)) / DAY_MS)
    if (microUsd < before && charges[day] !== undefined) charges[day] += before - microUsd
  }
  return charges
}

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

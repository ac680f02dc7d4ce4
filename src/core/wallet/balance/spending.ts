import { formatCsv } from '../../format/csv.ts'
import { type DaySpending, daysBefore } from '../../storage/spending/spending.ts'

/** What spending is listed by. */
export type SpendingGroup = 'day' | 'model' | 'connection' | 'conversation'

/** One line of a list of spending. */
export interface SpendingLine {
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

import { microUsdFrom } from '../../../../contract/money.ts'
import type { Transaction } from '../../../../contract/wallet/transactions.ts'

/** What was spent under one name. */
export interface Spend {
  /** A day (`2026-11-20`, UTC) or a model. */
  name: string
  microUsd: number
}

/** Charges by day, the earliest first. */
export function spendByDay(transactions: readonly Transaction[]): Spend[] {
  return summed(transactions, ({ createdAt }) => createdAt.slice(0, 10)).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

/** Charges by model, the dearest first. */
export function spendByModel(transactions: readonly Transaction[]): Spend[] {
  return summed(transactions, ({ modelId }) => modelId ?? 'other').toSorted(
    (a, b) => b.microUsd - a.microUsd,
  )
}

function summed(
  transactions: readonly Transaction[],
  nameOf: (one: Transaction) => string,
): Spend[] {
  const sums = new Map<string, number>()
  for (const transaction of transactions) {
    const microUsd = microUsdFrom(transaction.amount) ?? 0
    if (transaction.type !== 'CHARGE' || microUsd >= 0) continue
    const name = nameOf(transaction)
    sums.set(name, (sums.get(name) ?? 0) - microUsd)
  }
  return [...sums].map(([name, microUsd]) => ({ name, microUsd }))
}

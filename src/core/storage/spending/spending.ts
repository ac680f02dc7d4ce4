import type { DBSchema } from 'idb'

import type { Charge } from '../../client/world.ts'
import { databaseOpener } from '../db/open-database.ts'

/** What was spent on one day over one connection on one model for one conversation. */
export interface DaySpending {
  /** In the time zone of this browser, as `2026-11-23`. */
  day: string
  connectionId: string
  /** The name that it had last. */
  connectionName: string
  model: string
  /** Empty where it was for none. */
  conversationId: string
  microUsd: number
  /** The part of it that no response reported: worked out from usage and list prices. */
  estimatedMicroUsd?: number
  requests: number
}

type SpendingKey = [day: string, connectionId: string, model: string, conversationId: string]

interface SpendingSchema extends DBSchema {
  days: { key: SpendingKey; value: DaySpending }
}

/** Days that are kept. */
const MAX_DAYS = 400

/**
 * The database of what requests cost. It outlasts the requests, of which only some are kept, and holds no text but
 * names of models and connections. Rejects where storage is refused.
 */
const spendingDatabase = databaseOpener<SpendingSchema>('vendor-playground-spending', 1, (db) => {
  db.createObjectStore('days', { keyPath: ['day', 'connectionId', 'model', 'conversationId'] })
})

/** Adds a charge to its day, in one transaction: charges of several tabs add up. Removes days that are too old. */
export async function addCharge(charge: Charge): Promise<void> {
  const { at, connection, model, conversationId = '', microUsd, isEstimated } = charge
  const day = dayOf(at)
  await spendingDatabase.write(['days'], async ([store]) => {
    const before = await store.get([day, connection.id, model, conversationId])
    const estimated = (before?.estimatedMicroUsd ?? 0) + (isEstimated === true ? microUsd : 0)
    await store.put({
      day,
      connectionId: connection.id,
      connectionName: connection.name,
      model,
      conversationId,
      microUsd: (before?.microUsd ?? 0) + microUsd,
      ...(estimated === 0 ? {} : { estimatedMicroUsd: estimated }),
      requests: (before?.requests ?? 0) + 1,
    })
    await store.delete(IDBKeyRange.upperBound([daysBefore(at, MAX_DAYS)]))
  })
}

/** Everything that is kept, the earliest day first. */
export async function listSpending(): Promise<DaySpending[]> {
  return (await spendingDatabase()).getAll('days')
}

/** The day of a time in the time zone of this browser. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The day so many days before that of a time. */
export function daysBefore(at: number, days: number): string {
  const date = new Date(at)
  // Noon, as a day is an hour shorter or longer where the clocks change.
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - days, 12).getTime())
}

import { localText } from '../db/browser-storage.ts'

/** A balance, and when it was read (Unix ms). */
export interface BalanceReading {
  microUsd: number
  at: number
}

const KEY = 'playground.balances'

/** Readings that are kept; the oldest go. */
const MAX_READINGS = 20

/**
 * The balance that was last read for a credential of a connection (its scope), also before a reload.
 * `credential` is what may be shown of it, never the secret. Undefined when none is stored.
 */
export function loadLastBalance(
  connection: string,
  credential: string,
): BalanceReading | undefined {
  return stored().get(`${connection} ${credential}`)
}

/** Stores the balance that was last read. Without storage it lasts as long as the page shows it. */
export function saveLastBalance(
  connection: string,
  credential: string,
  { microUsd, at }: BalanceReading,
): void {
  const others = stored()
  others.set(`${connection} ${credential}`, { microUsd, at })
  const latest = [...others].toSorted(([, a], [, b]) => b.at - a.at).slice(0, MAX_READINGS)
  localText.save(KEY, JSON.stringify(Object.fromEntries(latest)))
}

function stored(): Map<string, BalanceReading> {
  const value = localText.loadJson(KEY)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return new Map(entries.filter((entry): entry is [string, BalanceReading] => isReading(entry[1])))
}

function isReading(value: unknown): value is BalanceReading {
  return (
    typeof value === 'object' &&
    value !== null &&
    'microUsd' in value &&
    'at' in value &&
    Number.isSafeInteger(value.microUsd) &&
    Number.isSafeInteger(value.at)
  )
}

import {
  CONNECTION_COLORS,
  type SavedConnection,
} from '../../../core/storage/connection/saved-connections.ts'
import { serverAt } from '../servers.ts'

/** A name for a connection that was given none: its server or host, with a number where that is taken. */
export function defaultName(others: readonly SavedConnection[], baseUrl: string): string {
  const base = serverAt(baseUrl) ?? new URL(baseUrl).host
  const names = new Set(others.map(({ name }) => name))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`
    if (!names.has(name)) return name
  }
}

/** The color that the fewest connections have. */
export function freeColor(others: readonly SavedConnection[]): number {
  const counts = Array.from(
    { length: CONNECTION_COLORS },
    (_, color) => others.filter((other) => other.color === color).length,
  )
  return counts.indexOf(Math.min(...counts))
}

/** The connection that one is meant to be which is added once more: to the same server, without a key. */
export function sameServer(
  others: readonly SavedConnection[],
  { name, baseUrl, usesKey }: Pick<SavedConnection, 'name' | 'baseUrl' | 'usesKey'>,
): SavedConnection | undefined {
  return others.find(
    (other) =>
      !usesKey &&
      !other.usesKey &&
      other.baseUrl === baseUrl &&
      (name.trim() === '' || name.trim() === other.name),
  )
}

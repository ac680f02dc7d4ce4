/** What a parameter may be. Whole numbers stay below 2^53. */
type SqlValue = string | number | null

/**
 * Runs one statement, in SQL that both databases speak; parameters are `$1`, `$2` and so on. The columns
 * of its rows are read with `numberMember` and `textMember`.
 */
export type RunSql = (query: string, values?: readonly SqlValue[]) => Promise<readonly unknown[]>

type ReleaseClaim = () => Promise<void>

/**
 * The database that stands behind the ledger, the keys, the nonces and the payments. SQLite for one
 * process, Postgres for several.
 */
export interface SqlDatabase {
  /** Reads what was committed. */
  read: RunSql
  /**
   * Runs work in one transaction: all of it is kept, or nothing when it throws. Durable when it
   * resolves. The work waits for nothing but its own statements: others wait for it. It may be run again
   * when the database undid it.
   */
  transaction<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  /**
   * Claims a name among all processes on this database; undefined while another one has it. A process
   * that dies has nothing any more. A process does not claim twice what it has.
   */
  claim(name: string): Promise<ReleaseClaim | undefined>
  /** Whether it answers. Never throws. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** A numeric column; undefined when it is absent or null. */
export function numberMember(row: unknown, name: string): number | undefined {
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
  return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : undefined
}

/** A text column; undefined when it is absent or null. */
export function textMember(row: unknown, name: string): string | undefined {
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
  return typeof value === 'string' ? value : undefined
}

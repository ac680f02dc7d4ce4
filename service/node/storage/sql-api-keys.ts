import { createHash } from 'node:crypto'

import type { ApiKey, ApiKeyStore } from '../../app/auth/api-keys.ts'
import { textMember, type SqlDatabase } from './sql-database.ts'

/** The key store in the database. Lookup is by hash, so its time says nothing about a key. */
export function createApiKeyStore(
  database: SqlDatabase,
  now: () => number = Date.now,
): ApiKeyStore {
  // Each lookup of a known key would otherwise be a query on the hot path.
  const known = new Map<string, ApiKey>()

  const find = async (secret: string): Promise<ApiKey | undefined> => {
    const hash = createHash('sha256').update(secret).digest('hex')
    const cached = known.get(hash)
    if (cached) return cached
    const [row] = await database.read(
      'SELECT COALESCE(account, id) AS id, label FROM api_keys WHERE hash = $1',
      [hash],
    )
    const id = textMember(row, 'id')
    if (id === undefined) return undefined
    const key = { id, label: textMember(row, 'label') ?? '' }
    known.set(hash, key)
    return key
  }

  return {
    find,
    add: async (secret, label, account) => {
      const hash = createHash('sha256').update(secret).digest('hex')
      await database.transaction((run) =>
        run(
          `INSERT INTO api_keys (id, hash, label, created_at, account) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT DO NOTHING`,
          [`key_${hash.slice(0, 24)}`, hash, label, now(), account ?? null],
        ),
      )
      const key = await find(secret)
      if (key === undefined) throw new Error('A key that was just added must be found')
      return key
    },
  }
}

import type { Storage } from '../../app/storage/storage.ts'
import { createApiKeyStore } from './sql-api-keys.ts'
import type { SqlDatabase } from './sql-database.ts'
import { createLedger } from './sql-ledger.ts'
import { createSignInNonces } from './sql-nonces.ts'
import { createPaymentStore } from './sql-payments.ts'

/** Storage in a database, which the caller closes. */
export function createSqlStorage(database: SqlDatabase): Storage {
  return {
    ledger: createLedger(database),
    keys: createApiKeyStore(database),
    nonces: createSignInNonces(database),
    payments: createPaymentStore(database),
    isReachable: () => database.isReachable(),
  }
}

import type { SqlDatabase } from '../../../node/storage/sql-database.ts'

/** How long a used nonce is remembered, ms: past the last moment its sign-in could be accepted. */
const NONCE_LIFETIME_MS = 330_000

/** The nonces that sign-ins have used up. */
export interface SignInNonces {
  /** Uses a nonce up; false when the wallet used it before. Durable when it resolves. */
  use(wallet: string, nonce: string): Promise<boolean>
}

/** Used nonces in the database, so that no restart and no other process forgets one. `wallet` is the normalised address. */
export function createSignInNonces(
  database: SqlDatabase,
  now: () => number = Date.now,
): SignInNonces {
  return {
    use: (wallet, nonce) =>
      database.transaction(async (run) => {
        // Strictly before: at its very end a sign-in dated ahead is still accepted.
        await run('DELETE FROM sign_in_nonces WHERE expires_at < $1', [now()])
        const added = await run(
          `INSERT INTO sign_in_nonces (wallet, nonce, expires_at) VALUES ($1, $2, $3)
           ON CONFLICT (wallet, nonce) DO NOTHING RETURNING nonce`,
          [wallet, nonce, now() + NONCE_LIFETIME_MS],
        )
        return added.length === 1
      }),
  }
}

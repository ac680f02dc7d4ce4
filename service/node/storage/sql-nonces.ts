import { NONCE_LIFETIME_MS, type SignInNonces } from '../../app/auth/sign-in/sign-in-nonces.ts'
import type { SqlDatabase } from './sql-database.ts'

/** Used nonces in the database, so that no restart and no other process forgets one. */
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

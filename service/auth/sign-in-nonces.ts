import type { OpenDatabase } from '../storage/database.ts'

/** How long a used nonce is remembered, ms: past the last moment its sign-in could be accepted. */
const NONCE_LIFETIME_MS = 330_000

/** The nonces that sign-ins have used up. */
export interface SignInNonces {
  /** Uses a nonce up; false when the wallet used it before. Durable when it returns. */
  use(wallet: string, nonce: string): boolean
}

/** Used nonces in SQLite, so that a restart forgets none. `wallet` is the normalised address. */
export function createSignInNonces(
  database: OpenDatabase,
  now: () => number = Date.now,
): SignInNonces {
  const forget = database.prepare('DELETE FROM sign_in_nonces WHERE expires_at < ?')
  const insert = database.prepare(
    'INSERT INTO sign_in_nonces VALUES (?, ?, ?) ON CONFLICT (wallet, nonce) DO NOTHING',
  )
  const use = database.transaction((wallet: string, nonce: string) => {
    // Strictly before: at its very end a sign-in dated ahead is still accepted.
    forget.run(now())
    return insert.run(wallet, nonce, now() + NONCE_LIFETIME_MS).changes === 1
  })
  return { use: (wallet, nonce) => use.immediate(wallet, nonce) }
}

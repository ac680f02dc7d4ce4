/**
 * How long a used nonce has to be remembered, ms: past the last moment its sign-in, or its token for a key, could be
 * accepted.
 */
export const NONCE_LIFETIME_MS = 930_000

/** The nonces that sign-ins have used up. */
export interface SignInNonces {
  /**
   * Uses a nonce up; false when the wallet, a normalized address, used it before. Durable when it
   * resolves.
   */
  use(wallet: string, nonce: string): Promise<boolean>
}

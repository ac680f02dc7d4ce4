import type { ApiKeyStore } from './auth/api-keys.ts'
import type { SignInNonces } from './auth/sign-in/sign-in-challenge.ts'
import type { Ledger } from './money/ledger.ts'
import type { PaymentStore } from './money/payments/payment-store.ts'

/**
 * What lasts: credits, keys, used nonces and payments. All of it is one store, so that a payment and
 * the credit for it are kept together or not at all. Rejects with StorageUnavailable while it cannot
 * be reached.
 */
export interface Storage {
  ledger: Ledger
  keys: ApiKeyStore
  nonces: SignInNonces
  payments: PaymentStore
  /** Whether it answers. Never rejects. */
  isReachable(): Promise<boolean>
}

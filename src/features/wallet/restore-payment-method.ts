import { restoreWalletPayment as resume } from '../../core/wallet/restore-payment-method.ts'
import { wallet } from './browser-wallet.ts'
import './set-up.ts'

/** Goes on paying from the wallet that paid on the last visit. */
export function restoreWalletPayment(): Promise<void> {
  return resume(wallet)
}

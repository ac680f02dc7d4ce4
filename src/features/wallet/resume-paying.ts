import { resumePaying as resume } from '../../core/wallet/resume-paying.ts'
import { wallet } from './browser-wallet.ts'
import './set-up.ts'

/** Goes on paying from the wallet that paid on the last visit. */
export function resumePaying(): Promise<void> {
  return resume(wallet)
}

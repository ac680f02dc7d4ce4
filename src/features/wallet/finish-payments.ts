import { resumePayments } from '../../core/wallet/top-up/resume-payments.ts'
import { wallet } from './browser-wallet.ts'

/** Finishes what an earlier visit left open, wherever in the page a person is. Never asks for a signature. */
export async function finishPayments(): Promise<void> {
  await resumePayments(wallet, await wallet.loadLocalChains())
}

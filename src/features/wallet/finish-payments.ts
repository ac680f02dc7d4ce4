import { loadLocalChains } from '../../core/client/connection/wallet-config.ts'
import { client } from '../../page/client.ts'
import { resumePayments } from './top-up/resume-payments.ts'

/** Finishes what an earlier visit left open, wherever in the page a person is. Never asks for a signature. */
export async function finishPayments(): Promise<void> {
  await resumePayments(await loadLocalChains(client))
}

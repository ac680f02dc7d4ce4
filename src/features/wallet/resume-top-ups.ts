import { resumeTopUps } from '../../core/wallet/top-up/resume-top-ups.ts'
import { wallet } from './browser-wallet.ts'

/** Finishes what an earlier visit left open, wherever in the page a person is. Never asks for a signature. */
export async function resumeOpenTopUps(): Promise<void> {
  await resumeTopUps(wallet, await wallet.loadLocalChains())
}

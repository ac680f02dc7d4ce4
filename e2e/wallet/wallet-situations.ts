import type { WalletScreen } from '../support/wallet-screen.ts'
import { OF_THE_OFFER } from './situations-of-the-offer.ts'
import { OF_THE_PAYMENT } from './situations-of-the-payment.ts'
import { OF_THE_SIGNATURE } from './situations-of-the-signature.ts'
import type { Situation } from './wallet-scene.ts'

/** Everything that may come up between a wallet and its credit. */
export type SituationName =
  | 'no wallet'
  | 'several wallets'
  | 'rejected'
  | 'silent wallet'
  | 'request already pending'
  | 'wrong chain'
  | 'account switched in mid-flow'
  | 'challenge fails a check'
  | 'session refused'
  | 'USDC short'
  | 'balance unreadable'
  | 'contract wallet'
  | 'receiver changed'
  | 'price changed'
  | 'signed but not sent'
  | 'sent without answer'
  | 'refused with reason'
  | 'settled but not credited yet'
  | 'another tab paying'
  | 'full disk'
  | 'offline'

/** Each has words of its own; a name without an entry does not compile. */
export const SITUATIONS: Record<SituationName, Situation> = {
  ...OF_THE_OFFER,
  ...OF_THE_SIGNATURE,
  ...OF_THE_PAYMENT,
}

/**
 * What only a browser has: a second tab, a disk that is full, a wallet that never answers while the clock
 * goes on, and a contract on a chain whose seed is on disk.
 */
export const IN_BROWSER: readonly SituationName[] = [
  'another tab paying',
  'full disk',
  'silent wallet',
  'contract wallet',
]

/** Goes on to where a situation begins. */
export async function arrive(wallet: WalletScreen, to: Situation['from']): Promise<void> {
  if (to === 'nothing' || to === 'connect') return
  await wallet.connect('Test wallet')
  if (to === 'sign in') return
  await wallet.signedIn()
  if (to === 'check') await wallet.check()
}

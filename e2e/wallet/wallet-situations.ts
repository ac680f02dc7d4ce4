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

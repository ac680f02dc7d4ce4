import type { Holds } from './holds.ts'
import { insufficientBalance } from './insufficient-balance.ts'
import type { Balance, Charge, Charged, Ledger } from './ledger.ts'

/** The price of one request on its way: set aside, not yet charged. */
export interface HeldPrice {
  /** What the owner held before the request. */
  balance: Balance
  /** Takes the price, once. Durable when it resolves. */
  charge(): Promise<Charged>
  /** Lets the held credit go; after `charge` it changes nothing. */
  release(): void
}

/**
 * Sets a price aside that is known before the work. `cheaper` says what would cost less.
 * @throws HttpError 402 when the credit does not cover it
 */
export async function holdPrice(
  { ledger, holds }: { ledger: Ledger; holds: Holds },
  charge: Charge,
  cheaper: string,
): Promise<HeldPrice> {
  const { balance, hold } = await holds.acquire(charge.owner, charge.microUsd)
  if (!hold) throw insufficientBalance(charge.microUsd, 'costs', `top up, or ${cheaper}`)
  return {
    balance,
    charge: async () => {
      const charged = await ledger.charge(charge)
      hold.release()
      return charged
    },
    release: () => hold.release(),
  }
}

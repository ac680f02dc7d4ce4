import type { Holds } from '../billing/holds.ts'
import type { Balance, Ledger } from '../billing/ledger.ts'
import { standardError } from '../http/http-error.ts'

/** The price of one edit on its way: set aside, not yet charged. */
export interface HeldPrice {
  /** What the owner held before the request. */
  balance: Balance
  /** Takes the price, once. Durable when it resolves: what is left, micro-USD. */
  charge(): Promise<number>
  /** Lets the held credit go; after `charge` it changes nothing. */
  release(): void
}

/** Sets the price of an edit aside. @throws HttpError 402 when the credit does not cover it */
export async function holdPrice(
  { ledger, holds }: { ledger: Ledger; holds: Holds },
  edit: { reference: string; owner: string; model: string; microUsd: number },
): Promise<HeldPrice> {
  const { balance, hold } = await holds.take(edit.owner, edit.microUsd)
  if (!hold)
    throw standardError(
      402,
      `Insufficient USD or Diem balance to complete request. It costs $${(edit.microUsd / 1_000_000).toFixed(6)}; add credit, or choose a lower resolution or another model.`,
      'INSUFFICIENT_BALANCE',
    )
  return {
    balance,
    charge: async () => {
      const after = await ledger.charge({ ...edit, promptTokens: 0, completionTokens: 0 })
      hold.release()
      return after
    },
    release: () => hold.release(),
  }
}

import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import type { Balance, Ledger } from './ledger.ts'

/** What a new key starts with: $10 of play money, and no DIEM. */
const OPENING_CREDIT: Balance = { microUsd: 10 * MICRO_USD_PER_USD, microDiem: 0 }

/** Gives a key its opening credit, once in the life of the ledger. */
export async function grantOpeningCredit(
  ledger: Ledger,
  owner: string,
  credit: Balance = OPENING_CREDIT,
): Promise<void> {
  await ledger.grant({ reference: `opening:${owner}`, owner, ...credit })
}

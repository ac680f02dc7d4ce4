import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import type { Ledger } from './ledger.ts'

/** What a new key starts with: $10 of play money, and no DIEM. */
const OPENING_CREDIT_MICRO_USD = 10 * MICRO_USD_PER_USD

/** Gives a key its opening credit, once in the life of the ledger. */
export async function grantOpeningCredit(ledger: Ledger, owner: string): Promise<void> {
  await ledger.grant({
    reference: `opening:${owner}`,
    owner,
    microUsd: OPENING_CREDIT_MICRO_USD,
    microDiem: 0,
  })
}

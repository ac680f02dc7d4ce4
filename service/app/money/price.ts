import type { Cost } from '../../../contract/chat/response.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import type { Balance } from './ledger.ts'

/** What was taken for an answer, as its `cost` has it. */
export function costBody({ microUsd, microDiem }: Balance): Cost {
  return { usd: microUsd / MICRO_USD_PER_USD, diem: microDiem / MICRO_USD_PER_USD }
}

/** Micro units as a decimal text with six digits, as balance headers have it. */
export function decimalText(micro: number): string {
  return (micro / MICRO_USD_PER_USD).toFixed(6)
}

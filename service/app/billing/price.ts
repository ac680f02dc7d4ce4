import type { Cost } from '../../../contract/chat/response.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'

/** A price as the `cost` of an answer has it. Everything is taken from USD credit. */
export function costBody(microUsd: number): Cost {
  return { usd: microUsd / MICRO_USD_PER_USD, diem: 0 }
}

/** Micro units as a decimal text with six digits, as balance headers have it. */
export function decimalText(micro: number): string {
  return (micro / MICRO_USD_PER_USD).toFixed(6)
}

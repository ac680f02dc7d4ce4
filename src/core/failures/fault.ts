import { type Advice, adviceText } from '../../../contract/errors/advice.ts'
import { isQuotaExceeded } from '../storage/db/open-database.ts'

/** Why something was not done, to be caught: its kind, and the row in words that a table has for it. */
export class Fault<Kind extends string = string> extends Error {
  readonly kind: Kind
  readonly advice: Advice

  constructor(kind: Kind, advice: Advice, cause?: unknown) {
    super(`${advice.title}. ${adviceText(advice)}`, { cause })
    this.kind = kind
    this.advice = advice
  }
}

/** Runs a read or write of storage; what it rejects with becomes a fault, which `faultOf` makes. */
export async function stored<Result>(
  access: Promise<Result>,
  faultOf: (kind: 'storage_full' | 'storage_failed', cause: unknown) => Fault,
): Promise<Result> {
  try {
    return await access
  } catch (error) {
    throw faultOf(isQuotaExceeded(error) ? 'storage_full' : 'storage_failed', error)
  }
}

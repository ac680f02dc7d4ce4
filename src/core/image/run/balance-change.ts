import { balancesOf } from '../../../../contract/headers/balances.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import type { ImageRun } from '../../storage/images/image-run.ts'

/** What the answers of one batch say about the credit, micro-USD. */
export interface BatchBalances {
  /** Before the first of a key's requests. */
  before?: number
  /** After the last of a wallet's requests. */
  after?: number
}

/**
 * Reads the balance headers of the answers of a batch (contract, "Authentication" 4 and 5): a key is
 * told the balance before each request, a wallet the balance after it.
 */
export function batchBalances(answers: readonly HeaderList[], providerName: string): BatchBalances {
  const told = answers.map((headers) => balancesOf(headers, providerName))
  const before = told.flatMap(({ beforeUsd }) => microUsdFrom(beforeUsd) ?? [])
  const after = told.flatMap(({ afterUsd }) => microUsdFrom(afterUsd) ?? [])
  return {
    ...(before.length === 0 ? {} : { before: Math.max(...before) }),
    ...(after.length === 0 ? {} : { after: Math.min(...after) }),
  }
}

/** The credit around a batch in micro-USD, as far as it is known. */
interface CreditAround {
  before: number | undefined
  after: number | undefined
  /** The one before was told for this very batch, and not with something earlier. */
  isExact: boolean
}

/**
 * What each run of a batch was charged, by what the credit went down by; undefined where that does not tell.
 * The credit only tells the sum; where the listed prices add up to it, each run was charged its own.
 */
export function chargesOf(
  { before, after, isExact }: CreditAround,
  prices: readonly (number | undefined)[],
): NonNullable<ImageRun['charged']>[] | undefined {
  if (before === undefined || after === undefined || after > before) return undefined
  const microUsd = before - after
  const runs = prices.length
  const sum = prices.reduce<number>((total, price) => total + (price ?? Number.NaN), 0)
  // What was heard earlier may be an estimate: it counts only where the listed prices confirm it.
  if (!isExact && sum !== microUsd) return undefined
  return prices.map((own) =>
    runs > 1 && own !== undefined && sum === microUsd
      ? { microUsd, runs, own }
      : { microUsd, runs },
  )
}

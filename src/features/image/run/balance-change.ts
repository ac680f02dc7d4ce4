import { headerValue, type HeaderList } from '../../../../contract/headers/header-list.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import type { ImageRun } from '../../../core/storage/images/image-run.ts'

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
  const values = (name: string) =>
    answers.flatMap((headers) => microUsdFrom(headerValue(headers, name)) ?? [])
  const before = values(wireHeaderName('x-vendor-balance-usd', providerName))
  const after = values('x-balance-remaining')
  return {
    ...(before.length === 0 ? {} : { before: Math.max(...before) }),
    ...(after.length === 0 ? {} : { after: Math.min(...after) }),
  }
}

/**
 * What each run of a batch was charged, given what the credit went down by and the listed prices. The
 * credit only tells the sum; where the prices add up to it, each run was charged its own.
 */
export function ownCharges(
  microUsd: number,
  prices: readonly (number | undefined)[],
): NonNullable<ImageRun['charged']>[] {
  const runs = prices.length
  const sum = prices.reduce<number>((total, price) => total + (price ?? Number.NaN), 0)
  return prices.map((own) =>
    runs > 1 && own !== undefined && sum === microUsd
      ? { microUsd, runs, own }
      : { microUsd, runs },
  )
}

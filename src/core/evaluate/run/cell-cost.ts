import { countedCharge } from '../../../../contract/money.ts'
import type { CellRecord } from '../board.ts'

/** What a stored cell counts as spent, micro-USD: all it may have cost where the cost is not known. */
export function chargedOf({ status, response, error, maxCost, outcomes = [] }: CellRecord) {
  if (status === 'waiting') return 0
  const own =
    response === undefined && error?.mayBeCharged === false ? 0 : countedCharge(maxCost, 0)
  const judges = outcomes.reduce((sum, { cost }) => sum + countedCharge(cost, 0), 0)
  return countedCharge(response?.cost, own) + judges
}

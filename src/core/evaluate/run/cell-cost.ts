import type { Answer } from '../../../../contract/chat/answer.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { pricedCounts } from '../../../../contract/chat/read/read-facts.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import { costInMicroUsd } from '../../../../contract/models/token-cost.ts'
import { chargeFrom, countedCharge } from '../../../../contract/money.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { resolveModel } from '../../client/queries/resolve-model.ts'
import type { CellRecord } from '../board.ts'

/**
 * What a response cost, micro-USD: as the service reports it, else by its usage and the price of the model.
 * Undefined where neither says it, or what they say is no charge.
 */
export async function costOfAnswer(
  client: Client,
  connection: Connection,
  { model }: ChatRequest,
  { cost, usage }: Answer,
): Promise<number | undefined> {
  if (cost !== undefined) return chargeFrom(cost.usd)
  const counts = pricedCounts(usage)
  if (counts === undefined) return undefined
  const priced = await resolveModel(client, connection, parseModelSuffix(model).id)
  return priced === undefined || priceOf(priced) === undefined
    ? undefined
    : countedCharge(costInMicroUsd(priced, counts), undefined)
}

/** What a stored cell counts as spent, micro-USD: all it may have cost where the cost is not known. */
export function chargedOf({ status, response, error, maxCost, outcomes = [] }: CellRecord) {
  if (status === 'waiting') return 0
  const own =
    response === undefined && error?.mayBeCharged === false ? 0 : countedCharge(maxCost, 0)
  const judges = outcomes.reduce((sum, { cost }) => sum + countedCharge(cost, 0), 0)
  return countedCharge(response?.cost, own) + judges
}

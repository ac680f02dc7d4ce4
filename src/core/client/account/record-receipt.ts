import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { pricedCounts, type TokenCounts } from '../../../../contract/chat/read/read-facts.ts'
import type { Cost } from '../../../../contract/chat/response.ts'
import { balancesOf } from '../../../../contract/headers/response-facts.ts'
import { given, isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { costInMicroUsd, priceOf } from '../../../../contract/models/price.ts'
import { chargeOf } from '../../../../contract/money.ts'
import type { Incoming } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import { knownModel } from '../queries/models.ts'

/** What a response says that it used and cost. */
export interface Reported {
  usage?: TokenCounts | undefined
  cost?: Cost | undefined
}

/**
 * Records what a response used and cost, and the balance around it. Returns what it must have cost, micro-USD, where
 * it names no cost although something was generated, as for accounts with earned credits: usage × list price, the
 * dearest of the models that were asked for. Undefined where it names one, where usage or prices are unknown, and
 * of what is not whole.
 */
export function recordReceipt(
  client: Client,
  { connection, headers, exchange }: Incoming,
  { usage, cost }: Reported,
  isWhole: boolean,
): number | undefined {
  const { beforeUsd, afterUsd } = balancesOf(headers, connection.providerName)
  const priced = pricedCounts(usage)
  const isNamed =
    cost !== undefined && (chargeOf({ cost }) !== 0 || !((priced?.completion_tokens ?? 0) > 0))
  const costs =
    isNamed || !isWhole || priced === undefined
      ? []
      : modelNames(exchange.get().request.body).map((name) => {
          const model = knownModel(client, connection, parseModelSuffix(name).id)
          return model === undefined || priceOf(model) === undefined
            ? undefined
            : costInMicroUsd(model, priced)
        })
  const known = costs.filter((microUsd) => microUsd !== undefined)
  const estimate =
    known.length > 0 && known.length === costs.length ? Math.max(...known) : undefined
  exchange.update((open) => ({
    ...open,
    receipt: {
      ...given({
        usage,
        cost,
        estimatedMicroUsd: estimate,
        balanceBeforeUsd: beforeUsd,
        balanceAfterUsd: afterUsd,
      }),
    },
  }))
  return estimate
}

/** The model that a body asks for, and those to fall back on. */
function modelNames(body: JsonValue | undefined): string[] {
  if (!isJsonObject(body)) return []
  const { model, fallbacks } = body
  return [model, ...(Array.isArray(fallbacks) ? fallbacks : []).map(nameIn)].flatMap((name) =>
    typeof name === 'string' ? [name] : [],
  )
}

function nameIn(fallback: JsonValue): JsonValue | undefined {
  return isJsonObject(fallback) ? fallback['model'] : undefined
}

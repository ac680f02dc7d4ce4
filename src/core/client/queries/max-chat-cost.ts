import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { estimatePrice } from '../../../../contract/models/price-estimate.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { resolveModel } from './resolve-model.ts'

/**
 * The most that a chat request can cost, micro-USD, by the prices in the list of models; a fallback
 * may be the dearer one. Undefined when a price is not known, or usage such as a web search comes on
 * top that has none.
 */
export async function maxChatCost(
  client: Client,
  connection: Connection,
  request: ChatRequest,
): Promise<number | undefined> {
  const { messages, model, ...settings } = request
  const names = [model, ...(request.fallbacks ?? []).map((fallback) => fallback.model)]
  const ceilings = await Promise.all(
    names.map(async (name) => {
      const { id, parameters } = parseModelSuffix(name)
      const vendor_parameters = { ...settings.vendor_parameters, ...parameters }
      const asked = { ...settings, vendor_parameters } as JsonObject
      const { microUsd, extras } = estimatePrice(
        await resolveModel(client, connection, id),
        asked,
        messages,
      )
      return extras ? undefined : microUsd
    }),
  )
  return ceilings.reduce((most, one) =>
    most === undefined || one === undefined ? undefined : Math.max(most, one),
  )
}

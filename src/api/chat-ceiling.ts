import { parseModelSuffix } from '../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../contract/chat/request.ts'
import type { JsonObject } from '../contract/json.ts'
import { findModel } from '../contract/models/find-model.ts'
import { estimatePrice } from '../contract/models/price-estimate.ts'
import type { Connection } from './connection.ts'
import { modelNamesOptions } from './model-names.ts'
import { listModelsOptions } from './models.ts'
import { queryClient } from './query-client.ts'

/**
 * The most that a chat request can cost, micro-USD, by the prices in the list of models; a fallback
 * may be the dearer one. Undefined when a price is not known, or usage such as a web search comes on
 * top that has none.
 */
export async function chatCeiling(
  connection: Connection,
  request: ChatRequest,
): Promise<number | undefined> {
  const { messages, model, ...settings } = request
  const models = await queryClient.ensureQueryData(listModelsOptions(connection)).catch(() => [])
  const mapping = queryClient.getQueryData(
    modelNamesOptions(connection, 'compatibility_mapping').queryKey,
  )
  const names = [model, ...(request.fallbacks ?? []).map((fallback) => fallback.model)]
  const ceilings = names.map((name) => {
    const { id, parameters } = parseModelSuffix(name)
    const vendor_parameters = { ...settings.vendor_parameters, ...parameters }
    const asked = { ...settings, vendor_parameters } as JsonObject
    const { microUsd, extras } = estimatePrice(findModel(models, id, mapping), asked, messages)
    return extras ? undefined : microUsd
  })
  return ceilings.reduce((most, one) =>
    most === undefined || one === undefined ? undefined : Math.max(most, one),
  )
}

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { contextTokensOf } from '../../../../contract/models/model.ts'
import { answerLimits, estimatePrice } from '../../../../contract/models/price-estimate.ts'
import { answerTokens } from '../../../../contract/models/price.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { resolveModel } from './models.ts'

/**
 * The most that a chat request can cost, micro-USD, by the prices in the list of models; a fallback
 * may be the dearer one. Undefined when a price is not known, or usage such as a web search comes on
 * top that has none.
 * @param moreTokens of the prompt that aren't in the messages yet
 */
export async function maxChatCost(
  client: Client,
  connection: Connection,
  request: ChatRequest,
  moreTokens = 0,
): Promise<number | undefined> {
  const { messages, model: _, ...settings } = request
  const ceilings = await Promise.all(
    modelNames(request).map(async (name) => {
      const { id, parameters } = parseModelSuffix(name)
      const vendor_parameters = { ...settings.vendor_parameters, ...parameters }
      const asked = { ...settings, vendor_parameters } as JsonObject
      const { microUsd, extras } = estimatePrice(
        await resolveModel(client, connection, id),
        asked,
        messages,
        moreTokens,
      )
      return extras ? undefined : microUsd
    }),
  )
  return most(ceilings)
}

/** The most tokens that a response to a chat request may have, of one choice; undefined when nobody knows. */
export async function maxChatTokens(
  client: Client,
  connection: Connection,
  request: ChatRequest,
): Promise<number | undefined> {
  const limits = answerLimits(request as JsonObject)
  const ceilings = await Promise.all(
    modelNames(request).map(async (name) => {
      const model = await resolveModel(client, connection, parseModelSuffix(name).id)
      if (model === undefined) return limits.most
      return answerTokens(model, limits) ?? contextTokensOf(model)
    }),
  )
  return most(ceilings)
}

function modelNames({ model, fallbacks }: ChatRequest): string[] {
  return [model, ...(fallbacks ?? []).map((fallback) => fallback.model)]
}

function most(ceilings: readonly (number | undefined)[]): number | undefined {
  return ceilings.reduce((highest, one) =>
    highest === undefined || one === undefined ? undefined : Math.max(highest, one),
  )
}

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { failureScope } from '../../../../contract/limits/failure-log.ts'
import { findModel, readModelNames } from '../../../../contract/models/find-model.ts'
import {
  contextTokensOf,
  type Model,
  type ModelListing,
  type ModelType,
  readModels,
} from '../../../../contract/models/model.ts'
import { answerLimits, estimatePrice } from '../../../../contract/models/price-estimate.ts'
import { answerTokens } from '../../../../contract/models/price.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { connectionQuery, fetchJson, queryClientOf } from './connection-query.ts'

interface ListModelsParameters {
  /** Only models of this type; the service's own default when not given. */
  type?: ModelType
}

const EXPECTED = 'a list of models'

/**
 * The models of an API (`GET /models`), and how many entries of its list could not be read. Throws a
 * `QueryFailure` that holds the `Failure` when the list cannot be had.
 */
export function listModels(
  client: Client,
  connection: Connection,
  parameters: ListModelsParameters,
  signal: AbortSignal,
): Promise<ModelListing> {
  const reading = { parse: readModels, expected: EXPECTED }
  return fetchJson(client, connection, modelsPath(parameters), reading, signal)
}

/** Query options for the models of a connection. */
export function listModelsOptions(
  client: Client,
  connection: Connection | undefined,
  parameters: ListModelsParameters = {},
) {
  return connectionQuery(client, connection, {
    key: ['models', parameters],
    path: modelsPath(parameters),
    parse: (body) => readModels(body)?.models,
    expected: EXPECTED,
    staleTime: 5 * 60_000,
  })
}

function modelsPath({ type }: ListModelsParameters): string {
  return type === undefined ? '/models' : `/models?type=${type}`
}

/** Query options for the names that stand for text models: traits, or other vendors' ids. */
export function modelNamesOptions(
  client: Client,
  connection: Connection | undefined,
  kind: 'traits' | 'compatibility_mapping',
) {
  return connectionQuery(client, connection, {
    key: ['models', kind],
    path: `/models/${kind}?type=text`,
    parse: readModelNames,
    expected: 'names of models',
    staleTime: 5 * 60_000,
    retryOnMount: false,
  })
}

/**
 * The model that an id, a trait or a mapped name stands for, by the API's list; undefined when the
 * list cannot be had or does not tell.
 */
export async function resolveModel(
  client: Client,
  connection: Connection,
  name: string,
): Promise<Model | undefined> {
  await queryClientOf(client)
    .ensureQueryData(listModelsOptions(client, connection))
    .catch(() => [])
  return knownModel(client, connection, name)
}

/** As {@link resolveModel}, by what was asked before: nothing is requested for it. */
export function knownModel(
  client: Client,
  connection: Connection,
  name: string,
): Model | undefined {
  const queryClient = queryClientOf(client)
  const models = queryClient.getQueryData(listModelsOptions(client, connection).queryKey) ?? []
  const mapping = queryClient.getQueryData(
    modelNamesOptions(client, connection, 'compatibility_mapping').queryKey,
  )
  return findModel(models, name, mapping)
}

/** What a body counts for in the failure budget: one model whatever it is called, as far as its names are known. */
export function failureScopeOf(client: Client, connection: Connection, body: unknown): string {
  return failureScope(body, (name) => knownModel(client, connection, name)?.id ?? name)
}

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
